import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hallWorld } from '@narratoria/content'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import act from '../src/act.ts'

/** A story in a world, whose acts are performed one after the other. */
function story(world: object = hallWorld) {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-world-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'world.json')
  writeFileSync(path, JSON.stringify({ world, path: folder }))
  writeFileSync(join(folder, 'door.png'), 'png')
  let state: JsonObject = {}
  let seq = 0
  return {
    async play(input: JsonObject, dependencies: Record<string, JsonObject> = {}) {
      const turn = { id: 't', seq: (seq += 1), line: [] }
      const request = { campaign: { name: 'hall', path }, turn, sessionName: 'test' }
      const run = await testTool(act, input, { state, dependencies, request })
      state = mergePatch(state, run.output) as JsonObject
      return { ...run, state }
    },
  }
}

test('§16: an act changes the world and reports what happened', async () => {
  const run = await story().play({ act: 'light', thing: 'torch', endTurn: true })
  expect(run).toMatchObject({ ok: true, refused: false, summary: expect.stringContaining('torch') })
  expect(run.state).toMatchObject({ world: { is: { torch: { lit: true } }, report: { seq: 1 } } })
})

test('§14: an act that the world forbids is refused, and nothing is done', async () => {
  const run = await story().play({ act: 'open', thing: 'door' })
  expect(run).toMatchObject({ ok: true, refused: true, summary: expect.stringContaining('no handle') })
  expect(run.state).not.toMatchObject({ world: { is: { door: { open: true } } } })
})

test('words that no act covers are refused, so that no memory of them is kept', async () => {
  const run = await story().play({ act: 'unknown', topic: 'part', text: 'yodel at the ceiling' })
  expect(run).toMatchObject({ ok: true, refused: true, summary: expect.stringContaining('yodel') })
})

test('§16: a roll among the dependencies decides a risky act', async () => {
  const world = { ...hallWorld, people: { oleg: { name: 'Oleg', at: 'hall', health: 1 } } }
  const attack = { act: 'attack', person: 'oleg' }
  const lucky = await story(world).play(attack, { roll: { dice: { last: { total: 12 } } } })
  const unlucky = await story(world).play(attack, { roll: { dice: { last: { total: 2 } } } })
  expect(lucky.summary).not.toBe(unlucky.summary)
  expect(lucky.state).toMatchObject({ world: { is: { oleg: { dead: true } } } })
})

test('a picture of the campaign is an asset, and one outside its folder is not', async () => {
  const look = (asset: string) => ({
    ...hallWorld,
    rules: { picture: { on: { act: 'look' }, then: [{ show: { asset, caption: 'A door' } }] } },
  })
  const shown = await story(look('door.png')).play({ act: 'look' })
  expect(shown.events).toContainEqual(
    expect.objectContaining({ type: 'asset', mediaType: 'image/png', metadata: { alt: 'A door' } }),
  )
  const outside = await story(look('../../etc/passwd.png')).play({ act: 'look' })
  expect(outside.events.some(({ type }) => type === 'asset')).toBe(false)
})

test('the same act of the same story has the same outcome', async () => {
  const world = { ...hallWorld, people: { oleg: { name: 'Oleg', at: 'hall' } } }
  const [one, two] = await Promise.all([1, 2].map(() => story(world).play({ act: 'attack', person: 'oleg' })))
  expect(one?.summary).toBe(two?.summary)
})

test('without a world, the act fails with the reason', async () => {
  const run = await testTool(act, { act: 'look' })
  expect(run).toMatchObject({ ok: false, errors: [{ errorCode: 'no_world' }] })
})
