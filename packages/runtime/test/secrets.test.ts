import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { zstdDecompressSync } from 'node:zlib'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import { createNarratoria, openSqliteSessionStore } from '../src/index.ts'
import { exportSession } from '../src/exchange.ts'
import { replayTurn } from '../src/history/index.ts'
import { temporaryFolder } from './fixtures/temporary-folder.ts'

const secret = 'sk-planted-mistletoe'

const script = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const request = JSON.parse(readFileSync(0, 'utf8'))
const key = request.skill.config.apiKey
const emit = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
process.stderr.write('stderr ' + key + '\\n')
emit({ type: 'log', level: 'info', message: 'log ' + key })
emit({ type: 'state_patch', patch: { leaked: { value: key, [key]: true } } })
emit({ type: 'ui_event', event: 'narration', payload: { text: 'The wizard whispers ' + key + ' to you.' } })
emit({ type: 'error', errorCode: 'LEAK', errorMessage: 'error ' + key })
emit({ type: 'done', ok: !request.input.prompt?.includes('badly'), summary: 'done ' + key })
`

function plantSkill(root: string): void {
  const folder = join(root, 'teller')
  mkdirSync(join(folder, 'scripts'), { recursive: true })
  writeFileSync(join(folder, 'scripts/narrate.mjs'), script, { mode: 0o755 })
  const scripts = [
    {
      name: 'narrate',
      path: 'scripts/narrate.mjs',
      description: 'Narrates.',
      triggers: ['whisper'],
      inputSchema: { type: 'object', properties: { prompt: { type: 'string' } } },
    },
  ]
  const manifest = {
    name: 'teller',
    version: '1.0.0',
    description: 'Narrates a secret.',
    retryPolicy: { maxRetries: 0 },
  }
  const schema = { type: 'object', properties: { apiKey: { type: 'string', 'x-sensitive': true } } }
  writeFileSync(join(folder, 'skill.json'), JSON.stringify({ ...manifest, scripts }))
  writeFileSync(join(folder, 'config-schema.json'), JSON.stringify(schema))
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ apiKey: secret }))
}

it('FR-040: a secret that a skill emits reaches no event, no result and no byte of the session database', async () => {
  const folder = await temporaryFolder()
  plantSkill(join(folder, 'skills'))
  const home = join(folder, 'home')
  mkdirSync(home)
  const store = await openSqliteSessionStore(join(home, 'sessions.db'))
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home, store })
  const events: TurnEvent[] = []
  try {
    const session = await host.openSession('leaky')
    for (const prompt of ['whisper to me', `whisper ${secret} again`, 'whisper badly']) {
      const turn = session.play(prompt)
      for await (const event of turn) events.push(event)
      expect(JSON.stringify(await turn.result)).not.toContain(secret)
    }
  } finally {
    await host.close()
  }
  expect(events.filter((event) => event.type === 'tool_event').length).toBeGreaterThan(10)
  expect(JSON.stringify(events)).toContain('The wizard whispers •••••• to you.')
  expect(JSON.stringify(events)).not.toContain(secret)
  const bytes = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('')
  expect(bytes).not.toContain(secret)
  const kept = readDatabase(join(home, 'sessions.db'))
  expect(kept.match(/The wizard whispers ••••••/g)!.length).toBeGreaterThan(3)
  expect(kept).not.toContain(secret)
})

const tokenTeller = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { host } = JSON.parse(readFileSync(0, 'utf8'))
const emit = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
const narrate = (text, append) => emit({ type: 'ui_event', event: 'narration', payload: { text, append } })
process.stderr.write('stderr ' + host.token + '\\n')
emit({ type: 'log', level: 'info', message: 'log ' + host.token })
emit({ type: 'state_patch', patch: { leaked: { value: host.token, [host.token]: true } } })
narrate('The wizard whispers ' + host.token.slice(0, 9), false)
narrate(host.token.slice(9) + ' to you.', true)
emit({ type: 'done', ok: true, summary: 'done ' + host.token })
`

it.each([
  ['that all skills share', {}, 'shared-token-of-the-host'],
  ['of its skill’s own', { tokenFor: (skill: string) => `own-token-of-${skill}` }, 'own-token-of-teller'],
])('FR-040: a token %s that a script emits reaches no event, state or export', async (_, more, token) => {
  const folder = await temporaryFolder()
  plantSkill(join(folder, 'skills'))
  writeFileSync(join(folder, 'skills/teller/scripts/narrate.mjs'), tokenTeller, { mode: 0o755 })
  const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
  const modelEndpoint = { baseUrl: 'http://127.0.0.1:9/v1', token: 'shared-token-of-the-host', ...more }
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: folder, store, modelEndpoint })
  try {
    const session = await host.openSession('leaky')
    const turn = session.play('whisper shared-token-of-the-host to me')
    const output: string[] = []
    for await (const event of turn) output.push(JSON.stringify(event))
    const { narrative, state } = await turn.result
    expect(narrative).toBe('The wizard whispers •••••• to you.')
    expect(state).toMatchObject({ leaked: { value: '••••••' } })
    output.push(JSON.stringify(await turn.result))
    for (const format of ['json', 'html', 'markdown'] as const)
      for await (const piece of exportSession(store, session.id, { format })) output.push(piece)
    for (const secretText of [token, modelEndpoint.token]) expect(output.join('\n')).not.toContain(secretText)
  } finally {
    await host.close()
  }
  expect(readDatabase(join(folder, 'sessions.db'))).not.toContain(token)
})

/** Every value in every table, blocks of compressed JSON unpacked. */
function readDatabase(path: string): string {
  const db = new DatabaseSync(path, { readOnly: true })
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as { name: string }[]
  const values = tables.flatMap(({ name }) => db.prepare(`SELECT * FROM "${name}"`).all().flatMap(Object.values))
  db.close()
  const isBlock = (value: Uint8Array) => Buffer.from(value).readUInt32LE() === 0xfd_2f_b5_28
  return values
    .map((value: unknown) =>
      value instanceof Uint8Array && value.length > 4 && isBlock(value) ? zstdDecompressSync(value) : value,
    )
    .map(String)
    .join('\n')
}

const cutter = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { skill, input } = JSON.parse(readFileSync(0, 'utf8'))
const emit = (event) => process.stdout.write(JSON.stringify({ version: '0', ...event }) + '\\n')
const narrate = (text, append) => emit({ type: 'ui_event', event: 'narration', payload: { text, append } })
const text = 'A voice says ' + skill.config.apiKey + ' and fades. sk-planted is not all of it'
const cuts = input.prompt.match(/\\d+/g).map(Number)
let from = 0
for (const at of [...cuts, text.length]) {
  narrate(text.slice(from, at), from > 0)
  from = at
}
emit({ type: 'log', level: 'info', message: 'between' })
narrate('The end: sk-plant', false)
emit({ type: 'done', ok: true })
`

it('FR-040: a secret that is cut anywhere while it streams is shown in no piece, and nothing else is lost', async () => {
  const folder = await temporaryFolder()
  plantSkill(join(folder, 'skills'))
  writeFileSync(join(folder, 'skills/teller/scripts/narrate.mjs'), cutter, { mode: 0o755 })
  const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: folder, store })
  const output = 'A voice says •••••• and fades. sk-planted is not all of it\n\nThe end: sk-plant'
  const start = 'A voice says '.length
  try {
    const session = await host.openSession('leaky')
    const cuts = Array.from({ length: secret.length + 1 }, (_, at) => [start + at])
    for (const cut of [...cuts, [5, start + 2, start + 3, start + 9], [start - 1, start + secret.length + 1]]) {
      const turn = session.play(`whisper cut at ${cut.join(' and ')}`)
      const shown: string[] = []
      const spoken: string[] = []
      for await (const event of turn) {
        if (event.type === 'narration')
          shown.push(event.append || shown.length === 0 ? event.text : `\n\n${event.text}`)
        if (event.type === 'narration') expect(event.replace).toBeUndefined()
        if (event.type === 'tool_event' && event.event.type === 'ui_event')
          spoken.push((event.event.payload as { text: string }).text)
      }
      const { narrative, execution } = await turn.result
      const recorded = execution!.toolResults[0]!.events.flatMap((event) =>
        event.type === 'ui_event' ? [(event.payload as { text: string }).text] : [],
      )
      expect([shown.join(''), narrative]).toEqual([output, output])
      expect([spoken.join(''), recorded.join('')]).toEqual([output.replace('\n\n', ''), output.replace('\n\n', '')])
      const stored = await store.readTurn(session.id, (await session.lastTurn())!.turnId)
      expect(replayTurn(stored!, {})).toMatchObject({ narrative: output, faithful: true })
    }
  } finally {
    await host.close()
  }
})

const remnants = `#!/usr/bin/env node
import { readFileSync } from 'node:fs'
const { skill, input } = JSON.parse(readFileSync(0, 'utf8'))
const key = skill.config.apiKey
const kept = Number(/\\d+/.exec(input.prompt)[0])
process.stderr.write('before ' + key + 'z'.repeat(65536 - kept))
process.stdout.write('x'.repeat(199 - kept) + key + ' and more\\n')
`

it('FR-040: of a secret that is cut by an excerpt or by the tail of standard error, no part is shown or kept', async () => {
  const folder = await temporaryFolder()
  plantSkill(join(folder, 'skills'))
  writeFileSync(join(folder, 'skills/teller/scripts/narrate.mjs'), remnants, { mode: 0o755 })
  for (let kept = 4; kept <= secret.length; kept += 1) {
    // A home of its own each time: in one, the skill would be given up after three failures.
    const home = join(folder, `home-${kept}`)
    mkdirSync(home)
    const store = await openSqliteSessionStore(join(home, 'sessions.db'))
    const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home, store })
    try {
      const session = await host.openSession('leaky')
      const turn = session.play(`whisper ${kept}`)
      const events: TurnEvent[] = []
      for await (const event of turn) events.push(event)
      const stored = await store.readTurn(session.id, (await session.lastTurn())!.turnId)
      for (const output of [events, await turn.result, stored].map((each) => JSON.stringify(each))) {
        expect(output).toContain('xx••••••…')
        expect(output).toMatch(/bytes cut\]\\n••••••z/)
        expect(output).not.toContain(secret.slice(0, 4))
        expect(output).not.toContain(secret.slice(-4))
      }
    } finally {
      await host.close()
    }
  }
})
