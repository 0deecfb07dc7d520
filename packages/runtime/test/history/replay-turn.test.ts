import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, test } from 'vitest'
import { foldTurn, replayTurn } from '../../src/index.ts'
import { openDiaryHost } from '../fixtures/diary-host.ts'
import { rm } from 'node:fs/promises'

test('§9: a stored session is told again from its record, to the byte, with its tools gone', async () => {
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
