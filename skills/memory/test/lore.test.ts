import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import recallMemory from '../src/recall-memory.ts'

const lore = [
  {
    heading: 'The lamp',
    text: 'The keeper trims the wick of the lighthouse every four hours.',
    file: 'lore/light.md',
    index: 0,
  },
  {
    heading: 'The reef',
    text: 'Nine rocks called the Combs stand north of the harbour mouth.',
    file: 'lore/combs.md',
    index: 0,
  },
  { text: 'Smugglers hid brandy under the chapel floor.', file: 'lore/combs.md', index: 1 },
  { heading: 'Bread', text: 'Dorcas bakes before dawn.', file: 'lore/town.md', index: 0 },
]

function createCampaign(pieces: object[] = lore) {
  const dataDir = mkdtempSync(join(tmpdir(), 'narratoria-lore-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const path = join(dataDir, 'world.json')
  writeFileSync(path, JSON.stringify({ world: {}, notes: { lore: pieces } }))
  const recall = async (
    prompt: string,
    { config = {}, state = {} }: { config?: JsonObject; state?: JsonObject } = {},
  ) => {
    const request = {
      sessionId: 'tale',
      turn: { id: 't', seq: 1, line: [[0, 1]] as [number, number][] },
      campaign: { name: 'pell', path },
    }
    const run = await testTool(recallMemory, { prompt }, { dataDir, config, state, request })
    expect(run.ok, JSON.stringify(run.errors)).toBe(true)
    return run
  }
  const piecesFor = async (prompt: string, options?: Parameters<typeof recall>[1]) =>
    ((await recall(prompt, options)).output.memory as { lore?: { file: string; index: number; heading?: string }[] })
      .lore ?? []
  return { dataDir, path, recall, piecesFor }
}

test.each(['sqlite', 'files'])(
  '§16: the pieces of the lore that fit the words are found by the index, with file and position (%s)',
  async (storageBackend) => {
    const { piecesFor } = createCampaign()
    const config = { storageBackend }
    expect((await piecesFor('What are the rocks by the harbour?', { config }))[0]).toMatchObject({
      file: 'lore/combs.md',
      index: 0,
      heading: 'The reef',
    })
    expect((await piecesFor('I search the chapel for smugglers', { config }))[0]).toMatchObject({
      file: 'lore/combs.md',
      index: 1,
    })
    expect((await piecesFor('Who trims the wick?', { config }))[0]).toMatchObject({ file: 'lore/light.md' })
    expect(await piecesFor('I dance', { config })).toEqual([])
  },
)

test('a campaign is indexed once, another lore in another file, and a broken index is made again', async () => {
  const { dataDir, path, piecesFor } = createCampaign()
  const indexes = () => readdirSync(dataDir).filter((name) => /^lore-.*\.sqlite$/.test(name))
  await piecesFor('the harbour rocks')
  await piecesFor('the chapel')
  expect(indexes()).toHaveLength(1)
  writeFileSync(join(dataDir, indexes()[0]!), 'broken'.repeat(1000))
  expect((await piecesFor('the harbour rocks'))[0]).toMatchObject({ file: 'lore/combs.md' })
  writeFileSync(path, JSON.stringify({ world: {}, notes: { lore: [{ text: 'A harbour of glass rocks.' }] } }))
  expect(await piecesFor('the harbour rocks')).toMatchObject([{ text: 'A harbour of glass rocks.' }])
  expect(indexes()).toHaveLength(2)
})

test('lore of an earlier turn is cleared, and a campaign without lore has none', async () => {
  const { recall } = createCampaign()
  const { events } = await recall('I dance', { state: { memory: { lore: [{ text: 'old' }] } } })
  expect(events).toContainEqual(expect.objectContaining({ patch: { memory: { recalled: [], lore: null } } }))
  expect((await createCampaign([]).recall('the harbour rocks')).output).toEqual({ memory: { recalled: [] } })
})

test('1,000 pieces are indexed and searched', async () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({
    text: `Entry ${index}: the year ${1000 + index} brought a flood.`,
    index,
  }))
  const { piecesFor } = createCampaign([...many, ...lore])
  expect((await piecesFor('Who trims the wick?'))[0]).toMatchObject({ file: 'lore/light.md' })
})
