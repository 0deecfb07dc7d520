import { randomUUID } from 'node:crypto'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Planner } from '@narratoria/planner'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, test } from 'vitest'
import { replayTurn } from '../../src/history/index.ts'
import { foldTurn } from '../../src/history/fold-turn.ts'
import { openDiaryHost } from '../fixtures/diary-host.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const fixtureSkills = fileURLToPath(new URL('../fixtures/skills', import.meta.url))

test('§9: a stored session is replayed from its record, to the byte, without its tools', async () => {
  const host = await openDiaryHost()
  const session = await host.openSession()
  for (const prompt of ['one', 'paint', 'three']) await session.play(prompt).result
  await rm(join(host.home, 'skills'), { recursive: true })
  let state = {}
  for await (const turn of host.store.readTurns(session.id)) {
    const replayed = replayTurn(turn, state)
    expect(replayed.faithful).toBe(true)
    expect(replayed.narrative).toBe(turn.narrative)
    expect(JSON.stringify(replayed.state)).toBe(JSON.stringify(turn.state))
    expect(replayed.events.at(-1)).toMatchObject({ type: 'turn_finished', result: { turnId: turn.turnId } })
    state = replayed.state
  }
})

test('§9: of tools that ran one after the other the record is what was streamed, with nothing added', async () => {
  const home = await temporaryFolder()
  const toolPath = join(home, 'skills', 'diary', 'scripts', 'write.mjs')
  await cp(fixtureSkills, join(home, 'skills'), { recursive: true })
  const tool = (toolId: string, dependencies: string[]) => ({
    toolId,
    toolPath,
    input: { prompt: toolId },
    dependencies,
  })
  const planner: Planner = {
    name: 'scripted',
    plan: async () => ({
      requestId: randomUUID(),
      tools: [tool('first', []), tool('second', ['first']), tool('third', ['second'])],
    }),
  }
  const host = await openDiaryHost(home, planner)
  const session = await host.openSession()
  for (const prompt of ['one', 'two']) {
    const streamed: TurnEvent[] = []
    for await (const event of session.play(prompt)) streamed.push(event)
    expect(streamed.at(-1)).toMatchObject({ type: 'turn_finished', result: { fallback: false } })
    expect(streamed.filter(({ type }) => type === 'state')).toHaveLength(3)
    const turn = (await session.lastTurn())!
    expect(turn.events).toEqual(streamed.slice(0, -1))
    expect(replayTurn(turn, await host.store.stateAt(session.id, turn.parentId)).events).toEqual(streamed)
  }
})

test('a replay shows a record that was tampered with', async () => {
  const host = await openDiaryHost()
  const session = await host.openSession()
  await session.play('one').result
  const turn = (await session.lastTurn())!
  const changed = turn.events.map((event): TurnEvent =>
    event.type === 'state' ? { ...event, patch: { entries: 9 } } : event,
  )
  expect(replayTurn({ ...turn, events: changed }, {}).faithful).toBe(false)
})

const folds: [string, TurnEvent[], string, object][] = [
  ['paragraphs', [narration('a', false), narration('b', false)], 'a\n\nb', {}],
  ['a paragraph that streams', [narration('a', false), narration('b', true)], 'ab', {}],
  ['a text that is replaced', [narration('a', false), { ...narration('z', false), replace: true }], 'z', {}],
  ['state patches', [patch({ a: 1, b: { c: 1 } }), patch({ a: null, b: { d: 2 } })], '', { b: { c: 1, d: 2 } }],
  ['what a replan withdraws', [narration('a', false), patch({ a: 1 }), replan(), narration('b', false)], 'b', {}],
]

test.each(folds)('001 §4.2: reading events: %s', (_, events, narrative, state) => {
  expect(foldTurn(events, {})).toEqual({ narrative, state })
})

function narration(text: string, append: boolean) {
  return { type: 'narration' as const, text, append }
}

function patch(patch: Record<string, never> | object): TurnEvent {
  return { type: 'state', patch: patch as never }
}

function replan(): TurnEvent {
  return { type: 'replan', attempt: 2, reason: 'tool_failure', message: 'x', disabledSkills: [] }
}
