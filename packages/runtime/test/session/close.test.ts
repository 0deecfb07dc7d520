import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Planner } from '@narratoria/planner'
import { expect, it, onTestFinished } from 'vitest'
import { createNarratoria, type PlayedTurn, openSqliteSessionStore } from '../../src/index.ts'
import { MemorySessionStore } from '../../src/store/index.ts'

const tool = `#!/usr/bin/env node
const emit = (event) => console.log(JSON.stringify({ version: '0', ...event }))
emit({ type: 'state_patch', patch: { bell: 'rung' } })
setTimeout(() => {
  emit({ type: 'ui_event', event: 'narration', payload: { text: 'It rings.' } })
  emit({ type: 'done', ok: true })
}, 700)
`

/** A host with one tool that takes 700 ms, and what opens its stories again. */
async function openHost(options: { planner?: Planner; shutdownTimeoutMs?: number; inMemory?: boolean } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-close-'))
  const scripts = join(folder, 'skills', 'bell', 'scripts')
  mkdirSync(scripts, { recursive: true })
  writeFileSync(join(scripts, 'ring.mjs'), tool)
  chmodSync(join(scripts, 'ring.mjs'), 0o755)
  const script = { name: 'ring', path: 'scripts/ring.mjs', description: 'Rings.', triggers: ['ring'] }
  const manifest = { name: 'bell', version: '1.0.0', description: 'A bell.', scripts: [script] }
  writeFileSync(join(folder, 'skills', 'bell', 'skill.json'), JSON.stringify(manifest))
  const openStore = async () =>
    options.inMemory ? new MemorySessionStore() : openSqliteSessionStore(join(folder, 'story.db'))
  const host = await createNarratoria({
    skillRoots: [join(folder, 'skills')],
    home: join(folder, 'home'),
    store: await openStore(),
    ...(options.planner && { planner: options.planner }),
    executor: { shutdownTimeoutMs: options.shutdownTimeoutMs ?? 5_000 },
  })
  onTestFinished(async () => {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { host, session: await host.openSession('tower'), openStore }
}

async function until(turn: PlayedTurn, type: string): Promise<void> {
  for await (const event of turn) if (event.type === type) return
}

it.each([true, false])(
  'a turn whose tools finish while the host closes is stored (in memory: %s)',
  async (inMemory) => {
    const { host, session, openStore } = await openHost({ inMemory })
    const turn = session.play('ring')
    await until(turn, 'tool_started')
    const [result] = await Promise.all([turn.result, host.close()])
    expect(result).toMatchObject({ narrative: 'It rings.', state: { bell: 'rung' }, fallback: false })
    if (inMemory) return
    const store = await openStore()
    onTestFinished(() => store.close())
    expect((await store.listSessions())[0]).toMatchObject({ name: 'tower', turns: 1 })
  },
)

it('a turn whose tool does not finish in time is cancelled and not stored', async () => {
  const { host, session, openStore } = await openHost({ shutdownTimeoutMs: 200 })
  const turn = session.play('ring')
  await until(turn, 'tool_started')
  const [result] = await Promise.all([turn.result, host.close()])
  expect(result).toMatchObject({ fallback: true, state: {} })
  const store = await openStore()
  onTestFinished(() => store.close())
  expect((await store.listSessions())[0]).toMatchObject({ turns: 0 })
  const lock = await store.lockSession(session.id)
  expect(lock.lostTurn).toBeUndefined()
})

it('a turn that is still being planned is cancelled at once and not stored', async () => {
  const { host, session, openStore } = await openHost({
    planner: { name: 'hanging', plan: () => new Promise<never>(() => {}) },
    shutdownTimeoutMs: 60_000,
  })
  const turn = session.play('ring')
  await until(turn, 'turn_started')
  const startedAt = Date.now()
  const [result] = await Promise.all([turn.result, host.close()])
  expect(Date.now() - startedAt).toBeLessThan(20_000)
  expect(result.fallback).toBe(true)
  const store = await openStore()
  onTestFinished(() => store.close())
  expect((await store.listSessions())[0]).toMatchObject({ turns: 0 })
})

it('a host that was closed says so, and may be closed again', async () => {
  const { host, session } = await openHost()
  await Promise.all([host.close(), host.close()])
  const closed = { code: 'session_closed', message: 'The host of this story was closed; open a new one.' }
  expect(() => session.play('ring')).toThrow(expect.objectContaining(closed))
  await expect(session.undo()).rejects.toMatchObject(closed)
  await expect(host.openSession('tower')).rejects.toMatchObject(closed)
  await expect(host.plan('ring')).rejects.toMatchObject(closed)
})

it.each([
  ['executor', { toolTimeoutMs: Number.NaN }, 'toolTimeoutMs'],
  ['executor', { maxConcurrency: 0 }, 'maxConcurrency'],
  ['narrator', { turnTimeoutMs: -1 }, 'turnTimeoutMs'],
])('a host is not opened with a bound of its %s that is none', async (part, bounds, name) => {
  const options = { skillRoots: [], home: tmpdir(), [part]: bounds }
  await expect(createNarratoria(options)).rejects.toThrow(`The option ${name} must be`)
})

it('a forced close cancels the running turn at once', async () => {
  const { host, session } = await openHost()
  const turn = session.play('ring')
  await until(turn, 'tool_started')
  const [result] = await Promise.all([turn.result, host.close({ force: true })])
  expect(result.status).toBe('cancelled')
  expect(() => session.play('ring')).toThrow(expect.objectContaining({ code: 'session_closed' }))
})

it('a session that is closed while it is played waits for its turn, or cancels it', async () => {
  const { host, session } = await openHost()
  const turn = session.play('ring')
  await session.close()
  expect((await turn.result).status).toBe('stored')
  const again = await host.openSession('tower')
  const cancelled = again.play('ring')
  await again.close({ force: true })
  expect((await cancelled.result).status).toBe('cancelled')
  expect((await (await host.openSession('tower')).turns()).length).toBe(1)
})

it('a turn that is cancelled after it was stored is stored', async () => {
  const { session } = await openHost()
  const controller = new AbortController()
  const turn = session.play('ring', { signal: controller.signal })
  for await (const event of turn) if (event.type === 'turn_finished') controller.abort()
  expect((await turn.result).status).toBe('stored')
})
