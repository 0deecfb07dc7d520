import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria, openSqliteSessionStore } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const sdk = new URL('../../../tool-sdk/src/index.ts', import.meta.url).href

/** A host with a skill whose tool is made with the SDK and runs as a process, as guides describe it. */
async function openMarket() {
  const folder = await temporaryFolder()
  const skill = join(folder, 'skills/market')
  mkdirSync(join(skill, 'scripts'), { recursive: true })
  writeFileSync(
    join(skill, 'scripts/market.ts'),
    `#!/usr/bin/env node
     import { defineTool, refuse, ToolError } from ${JSON.stringify(sdk)}
     defineTool({
       name: 'market',
       input: { type: 'object', properties: { prompt: { type: 'string' } } },
       async run({ prompt = '' }, { asset, signal }) {
         if (prompt.includes('fail')) throw new ToolError('no_poison', 'No shop here sells poison.', { retryable: false })
         if (prompt.includes('poison')) return refuse('No shop here sells poison.')
         if (prompt.includes('wait')) await new Promise((resolve) => signal.addEventListener('abort', resolve))
         await asset({ kind: 'image', mediaType: 'image/png', data: 'PNG of ' + prompt })
         return 'You buy it.'
       },
     })`,
    { mode: 0o755 },
  )
  const scripts = [{ name: 'market', path: 'scripts/market.ts', description: 'Sells.', triggers: ['buy'] }]
  const inputSchema = { type: 'object', properties: { prompt: { type: 'string' } } }
  const manifest = {
    name: 'market',
    version: '1.0.0',
    description: 'A market.',
    scripts: scripts.map((script) => ({ ...script, inputSchema })),
  }
  writeFileSync(join(skill, 'skill.json'), JSON.stringify(manifest))
  const store = await openSqliteSessionStore(join(folder, 'home/stories.db'))
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: join(folder, 'home'), store })
  onTestFinished(() => host.close())
  return { host, session: await host.openSession() }
}

it('the refusal of a process reaches the player each time, and does not count as a failure of its skill', async () => {
  const { host, session } = await openMarket()
  for (let turn = 0; turn < 3; turn += 1) {
    const { narrative, execution, fallback } = await session.play('I buy poison').result
    expect(narrative).toContain('No shop here sells poison.')
    expect(narrative).not.toContain('You buy poison')
    expect(execution?.toolResults[0]).toMatchObject({ ok: true, refused: true, retryCount: 0 })
    expect(fallback).toBe(false)
  }
  expect(host.skills.get('market')?.errorState).toBe('healthy')
})

it('an error that is not retryable reaches the player in the words of the tool, and is never reported as a success', async () => {
  const { session } = await openMarket()
  const { narrative } = await session.play('I buy what must fail').result
  expect(narrative).toContain('No shop here sells poison.')
  expect(narrative).not.toContain('You buy what must fail')
})

it('the files of processes leave no temporary folder, and stored events name the copies that the story keeps', async () => {
  const { host, session } = await openMarket()
  const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith('narratoria-'))
  const before = new Set(folders())
  for (const what of ['bread', 'wine']) await session.play(`I buy ${what}`).result
  const assets = await session.assets()
  expect(assets.map(({ path }) => readFileSync(path, 'utf8'))).toEqual(['PNG of I buy bread', 'PNG of I buy wine'])
  const { events } = await session.replay()
  expect(events.flatMap((event) => (event.type === 'asset' ? [event.asset.path] : []))).toEqual([assets[1]!.path])
  await host.close()
  expect(folders().filter((name) => !before.has(name) && name.startsWith('narratoria-assets'))).toEqual([])
  expect(assets.every(({ path }) => existsSync(path))).toBe(true)
})

it('a turn that was cancelled says so, is not stored and blames no tool, also if its signal was aborted before', async () => {
  const { session } = await openMarket()
  const stop = new AbortController()
  const turn = session.play('I buy time and wait', { signal: stop.signal })
  for await (const event of turn) if (event.type === 'tool_started') stop.abort()
  const cancelled = [await turn.result, await session.play('I buy bread', { signal: stop.signal }).result]
  for (const { status, narrative } of cancelled) {
    expect(status).toBe('cancelled')
    expect(narrative).not.toMatch(/market|failed/)
  }
  expect(await session.turns()).toEqual([])
})
