import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hallWorld } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import type { World } from '@narratoria/world'
import { testTool } from '@narratoria/tool-sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import offerChoices from '../src/offer-choices.ts'

const hall = hallWorld as World
const locked: World = {
  ...hall,
  things: { ...hall.things, chest: { name: 'chest', at: 'hall', openable: true, is: ['locked'], force: -1 } },
}

/** The choices that are offered in a state of the world, or `undefined`. */
async function choicesIn(
  world: object,
  { state = {}, config = {} }: { state?: JsonObject; config?: JsonObject } = {},
): Promise<(string | { text: string; difficulty?: string })[] | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-choices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'world.json')
  writeFileSync(path, JSON.stringify({ world, path: folder }))
  const { ok, events } = await testTool(
    offerChoices,
    {},
    { state, config, request: { campaign: { name: 'hall', path } } },
  )
  expect(ok).toBe(true)
  const event = events.find((each) => each.type === 'ui_event' && each.event === 'narrative_choice')
  return (event as { payload?: { choices: { text: string }[] } } | undefined)?.payload?.choices
}

test('§16: three or four acts are offered, and they follow the state', async () => {
  const before = await choicesIn(hallWorld)
  expect(before?.length).toBeGreaterThanOrEqual(3)
  expect(before?.length).toBeLessThanOrEqual(4)
  expect(before).not.toContainEqual({ text: 'Open the door' })
  expect(await choicesIn(hallWorld, { state: { world: { is: { torch: { lit: true } } } } })).toContainEqual({
    text: 'Open the door',
  })
})

test('§16: an act with poor odds has a hint and a mark, if the player wants them', async () => {
  const forced = { text: 'Force the chest', hint: 'roll to force the chest', difficulty: 'hard' }
  expect(await choicesIn(locked, { config: { most: 9 } })).toContainEqual(forced)
  expect(await choicesIn(locked, { config: { most: 9, showOdds: false } })).toContainEqual({ text: 'Force the chest' })
})

test('at most as many are offered as the player wants', async () => {
  expect(await choicesIn(hallWorld, { config: { most: 2 } })).toHaveLength(2)
})

test('§16: nothing is offered after the end', async () => {
  expect(await choicesIn(hallWorld, { state: { world: { ended: 'owed' } } })).toBeUndefined()
})

test('without a world, it fails with the reason', async () => {
  expect(await testTool(offerChoices, {})).toMatchObject({ ok: false, errors: [{ errorCode: 'no_world' }] })
})
