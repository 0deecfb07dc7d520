import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedCampaigns } from '@narratoria/content/folders'
import type { JsonValue } from '@narratoria/protocol'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { fuzz, fuzzAndKeep } from '../../protocol/test/fuzz.ts'
import { mutatedJson, mutatedText } from '../../protocol/test/mutated.ts'
import { parseStory, readCampaign, WorldPlayer } from '../src/index.ts'

const original = join(shippedCampaigns()!, 'door-without-a-handle')
const names = readdirSync(original, { recursive: true, encoding: 'utf8' }).filter(
  (name) => statSync(join(original, name)).isFile() && !name.endsWith('.png'),
)
const textOf = (name: string) => readFileSync(join(original, name), 'utf8')

/** Changes of one file: of its structure, if it has one, or of its text. */
const changes = fc.constantFrom(...names).chain((name) => {
  const text = mutatedText([textOf(name)])
  const hasStructure = /\.(json|yaml)$/.test(name)
  const structure = hasStructure
    ? mutatedJson([parse(textOf(name)) as JsonValue]).map((value) => JSON.stringify(value))
    : text
  return fc.tuple(fc.constant(name), fc.oneof({ weight: 3, arbitrary: structure }, { weight: 1, arbitrary: text }))
})

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'narratoria-campaign-'))
  cpSync(original, folder, { recursive: true })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

it('a random campaign can be played, or its problems say where they are', async () => {
  const seen = { playable: 0, refused: 0 }
  const numRuns = Math.ceil(fuzz.numRuns / 10)
  await fc.assert(
    fc.asyncProperty(changes, async ([name, text]) => {
      writeFileSync(join(folder, name), text)
      const { campaign, problems } = await readCampaign(folder).finally(() =>
        writeFileSync(join(folder, name), textOf(name)),
      )
      for (const { at, message } of problems) expect([at, message]).not.toContain('')
      if (!campaign) {
        seen.refused += 1
        expect(problems.some(({ level }) => level === 'error')).toBe(true)
        return
      }
      seen.playable += 1
      const player = new WorldPlayer(campaign.world)
      for (const prompt of ['look', 'north', 'take key', 'open door', 'ask about the door', 'inventory', 'wait'])
        player.play(prompt)
      player.choices()
    }),
    { ...fuzzAndKeep<[string, string]>(join(import.meta.dirname, 'found-campaigns.json')), numRuns },
  )
  expect(Math.min(seen.playable, seen.refused)).toBeGreaterThan(numRuns / 20)
})

it('a random story test is read, or its errors have lines', () => {
  const stories = names.filter((name) => name.endsWith('.story')).map(textOf)
  fc.assert(
    fc.property(mutatedText(stories), (text) => {
      const { errors } = parseStory(text)
      for (const { line } of errors) expect(line).toBeLessThanOrEqual(text.split('\n').length)
    }),
    fuzz,
  )
})
