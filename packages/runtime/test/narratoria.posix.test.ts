import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import { RuntimeError, createNarratoria } from '../src/index.ts'

/** Writes a skill whose one script is a shell script; returns the script's file. */
function writeSkill(root: string, name: string, trigger: string, body: string): string {
  const file = join(root, name, 'scripts', 'act')
  mkdirSync(join(root, name, 'scripts'), { recursive: true })
  writeFileSync(file, `#!/bin/sh\ncat > /dev/null\n${body}\n`)
  chmodSync(file, 0o755)
  const script = { name: 'act', path: 'scripts/act', description: 'Acts.', triggers: [trigger] }
  const manifest = {
    name,
    version: '1.0.0',
    description: 'A skill.',
    retryPolicy: { maxRetries: 0 },
    scripts: [script],
  }
  writeFileSync(join(root, name, 'skill.json'), JSON.stringify(manifest))
  return file
}

const emits = (...events: object[]) =>
  events.map((event) => `echo '${JSON.stringify({ version: '0', ...event })}'`).join('\n')
const done = { type: 'done', ok: true }

async function openHost() {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-runtime-'))
  const root = join(folder, 'skills')
  mkdirSync(root)
  const lamp = writeSkill(
    root,
    'lamp',
    'lamp',
    emits(
      { type: 'state_patch', patch: { lamp: 'lit' } },
      { type: 'ui_event', event: 'narration', payload: { text: 'The lamp burns.' } },
      done,
    ),
  )
  const bell = writeSkill(root, 'bell', 'bell', emits({ type: 'state_patch', patch: { bell: 'rung' } }, done))
  const host = await createNarratoria({ skillRoots: [root], home: join(folder, 'home') })
  onTestFinished(async () => {
    await host.close()
    rmSync(folder, { recursive: true, force: true })
  })
  return { host, root, lamp, bell }
}

describe('session.play', () => {
  it('001 §14.1: turns a prompt into a plan, runs its tools and streams typed events', async () => {
    const { host } = await openHost()
    const session = await host.openSession('a story')
    const events: TurnEvent[] = []
    const turn = session.play('I light the lamp and ring the bell')
    for await (const event of turn) events.push(event)
    const result = await turn.result

    expect(events[0]?.type).toBe('turn_started')
    expect(events.at(-1)).toEqual({ type: 'turn_finished', result })
    expect(events.map((event) => event.type)).toEqual(
      expect.arrayContaining(['plan', 'tool_started', 'tool_event', 'tool_finished', 'narration', 'state']),
    )
    expect(result).toMatchObject({
      fallback: false,
      narrative: 'The lamp burns.',
      state: { lamp: 'lit', bell: 'rung' },
    })
    expect(await session.state()).toEqual({ lamp: 'lit', bell: 'rung' })
  })

  it('each turn follows the one before, with a number and a line of its own', async () => {
    const { host } = await openHost()
    const session = await host.openSession()
    const first = await session.play('I light the lamp').result
    const second = await session.play('I ring the bell').result
    expect(second.parentId).toBe(first.turnId)
    expect(second.seq).toBeGreaterThan(first.seq)
    expect((await session.turns()).map((turn) => turn.turnId)).toEqual([first.turnId, second.turnId])
    expect(second.state).toEqual({ lamp: 'lit', bell: 'rung' })
  })

  it('opens a session again by its name', async () => {
    const { host } = await openHost()
    const session = await host.openSession('tale')
    await session.play('I light the lamp').result
    expect(await (await host.openSession('tale')).state()).toEqual({ lamp: 'lit' })
  })

  it('refuses a second turn while one is being played', async () => {
    const { host } = await openHost()
    const session = await host.openSession()
    const turn = session.play('I light the lamp')
    expect(() => session.play('I ring the bell')).toThrow(RuntimeError)
    await turn.result
    await session.play('I ring the bell').result
  })

  it('a cancelled turn ends its processes and is not stored', async () => {
    const { host, root } = await openHost()
    writeSkill(root, 'sleeper', 'sleep', 'sleep 60')
    await host.skills.reload()
    const session = await host.openSession()
    const cancel = new AbortController()
    const turn = session.play('I sleep', { signal: cancel.signal })
    for await (const event of turn) if (event.type === 'tool_started') cancel.abort()
    await turn.result
    expect(await session.turns()).toEqual([])
  })
})

describe('plan', () => {
  it('is given up when its caller or the end of the host says so, even where the planner never answers', async () => {
    const planner = { name: 'hanging', plan: () => new Promise<never>(() => {}) }
    const host = await createNarratoria({ skillRoots: [], home: tmpdir(), planner })
    const controller = new AbortController()
    const cancelled = host.plan('I wait', { signal: controller.signal })
    const closed = host.plan('I wait')
    controller.abort(new Error('no longer wanted'))
    await expect(cancelled).rejects.toThrow('no longer wanted')
    const [planned] = await Promise.allSettled([closed, host.close()])
    expect(planned).toMatchObject({ status: 'rejected', reason: { code: 'session_closed' } })
  })
})

describe('openSession', () => {
  it('opens one session where a new name is asked for several times at once', async () => {
    const { host } = await openHost()
    const sessions = await Promise.all(['lobby', 'lobby', 'lobby'].map((name) => host.openSession(name)))
    expect(new Set(sessions).size).toBe(1)
    expect(await host.listSessions()).toHaveLength(1)
  })

  it('gives the session that it opens the right to be played, whenever its other holder closes it', async () => {
    const { host } = await openHost()
    for (let wait = 0; wait < 12; wait += 1) {
      const first = await host.openSession('castle')
      const opening = host.openSession('castle')
      for (let step = 0; step < wait; step += 1) await Promise.resolve()
      await first.close()
      const second = await opening
      await expect(host.store.lockSession(second.id)).rejects.toMatchObject({ code: 'session_in_use' })
      expect(await host.openSession('castle')).toBe(second)
      await second.close()
      await second.close()
    }
  })

  it('treats missing fields of a new story as not given', async () => {
    const { host } = await openHost()
    const left = { title: undefined, opening: undefined, initialState: undefined }
    expect(await host.openSession('castle', left)).toMatchObject({ title: 'castle', opening: '' })
  })
})

describe('a request of a tool', () => {
  it.each([
    ['the endpoint of the model that the host has loaded', { token: 't0' }, 't0'],
    [
      'a token of its skill’s own where the endpoint gives one',
      { token: 't0', tokenFor: (name: string) => `t-${name}` },
      't-oracle',
    ],
  ])('carries %s', async (_, endpoint, token) => {
    const folder = mkdtempSync(join(tmpdir(), 'narratoria-runtime-'))
    const root = join(folder, 'skills')
    const file = writeSkill(root, 'oracle', 'ask', '')
    const emit = `read -r request; case "$request" in *'"host":{"baseUrl":"http://127.0.0.1:9/v1","token":"${token}"}'*) ${emits({ type: 'state_patch', patch: { host: true } })};; esac`
    writeFileSync(file, `#!/bin/sh\n${emit}\n${emits(done)}\n`)
    const modelEndpoint = { baseUrl: 'http://127.0.0.1:9/v1', ...endpoint }
    const host = await createNarratoria({ skillRoots: [root], home: join(folder, 'home'), modelEndpoint })
    onTestFinished(async () => {
      await host.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const result = await (await host.openSession()).play('I ask the oracle').result
    expect(result.state).toEqual({ host: true })
  })
})

describe('a tool of the plan', () => {
  const faults: [string, (file: string) => void, RegExp][] = [
    ['is missing', (file) => rmSync(file), /There is no tool at/],
    ['is not executable', (file) => chmodSync(file, 0o644), /execut/i],
    ['crashes', (file) => writeFileSync(file, '#!/bin/sh\nkill -SEGV $$\n'), /SIGSEGV/],
    ['writes garbage', (file) => writeFileSync(file, '#!/bin/sh\necho garbage\n'), /line 1/],
    [
      'fails',
      (file) =>
        writeFileSync(
          file,
          `#!/bin/sh\n${emits({ type: 'error', errorCode: 'rope', errorMessage: 'The rope is gone.' }, { type: 'done', ok: false })}\n`,
        ),
      /rope is gone/,
    ],
  ]

  it.each(faults)(
    'FR-024, FR-066: that %s is named with its reason, its skill is left out of the next plan, and the turn has a narrative',
    async (_name, breakIt, reason) => {
      const { host, bell } = await openHost()
      const session = await host.openSession()
      breakIt(bell)
      const result = await session.play('I light the lamp and ring the bell').result

      const [first, second] = result.attempts
      const failed = first?.result?.toolResults.find((tool) => tool.state === 'failed')
      expect(failed?.error).toMatch(reason)
      expect(second?.plan).toMatchObject({
        disabledSkills: ['bell'],
        metadata: { generationAttempt: 2, parentPlanId: first?.plan?.requestId },
      })
      expect(result).toMatchObject({
        fallback: false,
        narrative: expect.stringMatching(/\.\n\nThe lamp burns\.$/),
        state: { lamp: 'lit' },
      })
    },
  )

  it('FR-028: when no skill is left the narrative says what failed', async () => {
    const { host, bell, lamp } = await openHost()
    rmSync(bell)
    rmSync(lamp)
    const result = await (await host.openSession()).play('I ring the bell').result
    expect(result.narrative).not.toBe('')
    expect(result.state).toEqual({})
  })

  it('FR-063: a disabled skill breaks nothing', async () => {
    const { host } = await openHost()
    await host.skills.setEnabled('bell', false)
    const result = await (await host.openSession()).play('I light the lamp and ring the bell').result
    expect(result).toMatchObject({ fallback: false, state: { lamp: 'lit' } })
    expect(result.plan?.tools).toHaveLength(1)
  })
})
