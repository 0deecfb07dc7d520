import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import type { World } from '@narratoria/world'
import { expect, onTestFinished, test } from 'vitest'
import queryPerception from '../src/query-perception.ts'

const inn: World = {
  title: 'Inn',
  opening: 'An inn.',
  player: { at: 'inn' },
  places: { inn: { name: 'inn' } },
  things: {},
  people: {
    mara: { name: 'Mara', at: 'inn', aliases: ['smith'] },
    oleg: { name: 'Oleg', at: 'inn', feeling: 20 },
  },
}
const met = { happened: { 'met:mara': 1, 'met:oleg': 1 }, feelings: { mara: -70 } }

function query(input: JsonObject, state: JsonObject = met) {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-perception-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'world.json')
  writeFileSync(path, JSON.stringify({ world: inn, path: folder }))
  return testTool(queryPerception, input, { state: { world: state }, request: { campaign: { name: 'inn', path } } })
}

test('§16: the feeling of a person has a value, a modifier and a sentence', async () => {
  const { output, summary } = await query({ person: 'Mara' })
  expect(output).toEqual({
    perception: { people: { mara: { name: 'Mara', value: -70, byDeeds: -70, modifier: -1, standing: 'hatred' } } },
  })
  expect(summary).toBe('Mara hates you.')
})

test('a person may be named by the words of a question', async () => {
  const { summary } = await query({ prompt: 'How does the smith feel about me?' })
  expect(summary).toBe('Mara hates you.')
})

test('without a name, all whom the player has met are reported', async () => {
  expect((await query({ prompt: 'Who likes me?' })).summary).toBe('Mara hates you. Oleg likes you.')
  expect((await query({}, {})).summary).toMatch(/met nobody/)
})

test('an unknown person and a story without a world are errors', async () => {
  expect(await query({ person: 'Zed' })).toMatchObject({ ok: false, errors: [{ errorCode: 'unknown_person' }] })
  expect(await testTool(queryPerception, {})).toMatchObject({ ok: false, errors: [{ errorCode: 'no_world' }] })
})
