import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { expect, test } from 'vitest'
import queryPortrait from '../src/query-portrait.ts'
import showPortraits from '../src/show-portraits.ts'
import { png } from './image-server.ts'
import { inTavern, met, picturesIn, tavern, temporaryFolder } from './tavern.ts'

test('a person whom the player has met is shown once, and again when the description changes', async () => {
  const dataDir = temporaryFolder()
  let state: JsonObject = { world: { happened: { 'met:mara': 1 } } }
  const play = async () => {
    const turn = await testTool(showPortraits, {}, inTavern({ dataDir, state }))
    state = mergePatch(state, turn.output)
    return picturesIn(turn).map(({ person, mediaType, placeholder }) => ({ person, mediaType, placeholder }))
  }
  const silhouette = { person: 'mara', mediaType: 'image/svg+xml', placeholder: true }
  expect(await play()).toEqual([silhouette])
  expect(await play()).toEqual([])
  state = mergePatch(state, { world: { descriptions: { mara: 'She wears a crown.' } } })
  expect(await play()).toEqual([silhouette])
})

test('a picture is labelled with the name, and described as what it is', async () => {
  const labels = async (folder?: string) => {
    const { events } = await testTool(
      showPortraits,
      {},
      inTavern({ dataDir: temporaryFolder(), ...(folder && { folder }) }),
    )
    return events.flatMap((event) => (event.type === 'asset' ? [[event.metadata?.title, event.metadata?.alt]] : []))
  }
  expect(await labels()).toContainEqual(['Mara', 'Silhouette of Mara'])
})

test('people who are elsewhere or were not met are not shown', async () => {
  const state = { world: { happened: { 'met:zed': 1 } } }
  expect(picturesIn(await testTool(showPortraits, {}, inTavern({ dataDir: temporaryFolder(), state })))).toEqual([])
})

test('at most two are shown in one turn, and none with the setting off', async () => {
  const people = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, { name: id.toUpperCase(), at: 'tavern' }]))
  const world = { ...tavern, people }
  const state = { world: { happened: { 'met:a': 1, 'met:b': 1, 'met:c': 1 } } }
  const shown = (config: JsonObject) =>
    testTool(showPortraits, {}, inTavern({ dataDir: temporaryFolder(), world, state, config })).then(picturesIn)
  expect(await shown({})).toHaveLength(2)
  expect(await shown({ silhouettes: false })).toEqual([])
})

test('a picture of the campaign comes first, and one outside its folder is not read', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'mara.png'), png)
  writeFileSync(join(folder, '../stolen.png'), png)
  const shown = async (portrait: string) => {
    const world = { ...tavern, people: { mara: { ...tavern.people['mara']!, portrait } } }
    return picturesIn(await testTool(showPortraits, {}, inTavern({ dataDir: temporaryFolder(), world, folder })))
  }
  expect(await shown('mara.png')).toMatchObject([{ mediaType: 'image/png', placeholder: false }])
  expect(await shown('../stolen.png')).toMatchObject([{ mediaType: 'image/svg+xml' }])
  expect(await shown('missing.png')).toMatchObject([{ mediaType: 'image/svg+xml' }])
})

test('only with an image server, missing pictures are wanted', async () => {
  const wanted = async (config: JsonObject, portraits: JsonObject = {}) => {
    const state = { world: met, portraits }
    return testTool(showPortraits, {}, inTavern({ dataDir: temporaryFolder(), state, config }))
  }
  expect((await wanted({})).output).not.toHaveProperty('portraits.wanted')
  expect((await wanted({ provider: 'openai' })).output).toHaveProperty('portraits.wanted', true)
  const { events } = await wanted({}, { wanted: true })
  expect(events).toContainEqual(
    expect.objectContaining({
      patch: expect.objectContaining({ portraits: expect.objectContaining({ wanted: null }) }),
    }),
  )
})

test('a player may ask for a picture, by any name of the person', async () => {
  const place = inTavern({ dataDir: temporaryFolder() })
  const asked = await testTool(queryPortrait, { prompt: "Show me the smith's portrait" }, place)
  expect(asked.summary).toBe('This is what Mara looks like.')
  expect(picturesIn(asked)).toMatchObject([{ person: 'mara', placeholder: false }])
  expect((await testTool(queryPortrait, { person: 'Oleg' }, place)).summary).toContain('Oleg')
  const unknown = await testTool(queryPortrait, { prompt: 'What does Zed look like?' }, place)
  expect(picturesIn(unknown)).toEqual([])
  expect(unknown.summary).toMatch(/know nobody/)
})

test('in a story without a world, nothing is shown, and the question is an error', async () => {
  expect((await testTool(showPortraits, {})).ok).toBe(true)
  expect(await testTool(queryPortrait, {})).toMatchObject({ ok: false, errors: [{ errorCode: 'no_world' }] })
})
