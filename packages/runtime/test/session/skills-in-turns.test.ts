import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createNarratoria, type Narratoria } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const script = `#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
const { skill, input } = JSON.parse(readFileSync(0, 'utf8'))
mkdirSync(skill.dataDir, { recursive: true })
const place = { dataDir: skill.dataDir, hadData: existsSync(join(skill.dataDir, 'kept')), config: skill.config }
writeFileSync(join(skill.dataDir, 'kept'), 'x')
if (input.wait) {
  writeFileSync(input.wait + '.started', '')
  while (!existsSync(input.wait)) await new Promise((resolve) => setTimeout(resolve, 10))
}
console.log(JSON.stringify({ version: '0', type: 'state_patch', patch: { [skill.name]: place } }))
console.log(JSON.stringify({ version: '0', type: 'ui_event', event: 'narration', payload: { text: skill.name + ' did it.' } }))
console.log(JSON.stringify({ version: '0', type: 'done', ok: true }))
`

const schema = {
  type: 'object',
  properties: { apiKey: { type: 'string', 'x-sensitive': true }, style: { type: 'string', default: 'terse' } },
}

interface Stage {
  host: Narratoria
  root: string
  folder: string
  write: (name: string, input?: object) => string
  play: (prompt: string) => Promise<{ events: TurnEvent[]; state: Record<string, unknown>; narrative: string }>
}

async function stage(): Promise<Stage> {
  const folder = await temporaryFolder()
  const root = join(folder, 'skills')
  mkdirSync(root)
  const host = await createNarratoria({ skillRoots: [root], home: join(folder, 'home'), watchSkills: true })
  onTestFinished(() => host.close())
  const session = await host.openSession('s')
  return {
    host,
    root,
    folder,
    write(name, input = {}) {
      mkdirSync(join(root, name, 'scripts'), { recursive: true })
      writeFileSync(join(root, name, 'scripts/act.mjs'), script, { mode: 0o755 })
      writeFileSync(join(root, name, 'config-schema.json'), JSON.stringify(schema))
      const scripts = [
        { name: 'act', path: 'scripts/act.mjs', description: 'Acts.', triggers: [{ phrase: name, input }] },
      ]
      const manifest = { name, version: '1.0.0', description: 'A skill.', retryPolicy: { maxRetries: 0 }, scripts }
      writeFileSync(join(root, name, 'skill.json'), JSON.stringify(manifest))
      return join(root, name)
    },
    async play(prompt) {
      const turn = session.play(prompt)
      const events: TurnEvent[] = []
      for await (const event of turn) events.push(event)
      return { events, ...(await turn.result) }
    },
  }
}

it('FR-035, 002 US3.4: a skill that is added, changed and removed in the middle of a session is used as it then is', async () => {
  const { host, write, play, root } = await stage()
  expect((await play('ring the bell')).state).toEqual({})
  write('bell')
  await vi.waitFor(() => expect(host.skills.get('bell')).toBeDefined(), { timeout: 60_000 })
  expect((await play('ring the bell')).state).toMatchObject({ bell: { config: { style: 'terse' } } })
  writeFileSync(join(root, 'bell/config.json'), '{"style": "vivid"}')
  expect((await play('ring the bell')).state).toMatchObject({ bell: { config: { style: 'vivid' }, hadData: true } })
  await host.skills.setEnabled('bell', false)
  const { events } = await play('ring the bell')
  expect(events.filter(({ type }) => type === 'tool_started')).toEqual([])
  await host.skills.setEnabled('bell', true)
  rmSync(join(root, 'bell'), { recursive: true })
  await vi.waitFor(() => expect(host.skills.get('bell')).toBeUndefined(), { timeout: 60_000 })
  expect((await play('ring the bell')).narrative).not.toBe('')
})

it('FR-063: a skill that is disabled and taken away while a turn uses it breaks nothing', async () => {
  const { host, write, play, folder } = await stage()
  const gate = join(folder, 'gate')
  write('bell', { wait: gate })
  write('lamp')
  await host.skills.reload()
  const turn = play('ring the bell, then light the lamp')
  await vi.waitFor(() => expect(() => rmSync(`${gate}.started`)).not.toThrow(), { timeout: 60_000 })
  await host.skills.setEnabled('lamp', false)
  await host.skills.setConfig('bell', { style: 'vivid' })
  await host.skills.reload()
  writeFileSync(gate, '')
  const { state, events } = await turn
  expect(state).toMatchObject({ bell: { config: { style: 'terse' } }, lamp: {} })
  expect(events.filter((event) => event.type === 'tool_finished' && !event.result.ok)).toEqual([])
})

it('FR-042, FR-064: a variable that is not set causes one warning per turn, with its name, and the tool runs without it', async () => {
  const { host, write, play, root } = await stage()
  write('bell')
  writeFileSync(join(root, 'bell/config.json'), '{"apiKey": "${NO_SUCH_VARIABLE_OF_A_TEST}"}')
  await host.skills.reload()
  const { events, state } = await play('ring the bell')
  const warnings = events.flatMap((event) => (event.type === 'warning' ? [event.message] : []))
  expect(warnings).toEqual([expect.stringMatching(/settings of bell .*apiKey .*NO_SUCH_VARIABLE_OF_A_TEST is not set/)])
  expect(state).toMatchObject({ bell: { config: { style: 'terse' } } })
})
