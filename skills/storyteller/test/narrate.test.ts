import { languages } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { fileURLToPath } from 'node:url'
import { runTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, test } from 'vitest'
import { narrateTurn } from './narrate-turn.ts'

const report = (seq: number, ...texts: string[]): JsonObject => ({
  world: {
    report: { seq, entries: Object.fromEntries(texts.map((text, at) => [String(at + 1), { act: 'look', text }])) },
  },
})

test('FR-054: the built script narrates in a process of its own', async () => {
  const script = fileURLToPath(new URL('../scripts/narrate.mjs', import.meta.url))
  const outcomes = { door: { state: 'completed' as const, summary: 'You open the door.' } }
  const run = await runTool(script, { prompt: 'I open the door' }, { request: { outcomes } })
  expect(run).toMatchObject({ ok: true, exitCode: 0, protocolError: undefined })
  expect(run.stdout).toContain('You open the door.')
})

describe('without a model', () => {
  test('FR-054: the outcomes of the other steps are narrated in order, each in a paragraph', async () => {
    const outcomes = { torch: 'You light the torch.', door: 'You examine the door.' }
    const { prose } = await narrateTurn({ prompt: 'I light the torch and examine the door', outcomes })
    expect(prose).toBe('You light the torch.\n\nYou examine the door.')
  })

  test('FR-054: the texts of an act in the world are paragraphs of their own', async () => {
    const outcomes = { roll: 'You roll 2d6: 9.', go: 'You go north. A cellar. It rains.', look: 'A cellar.' }
    const state = report(1, 'You go north.', 'A cellar.', 'It rains.', 'A cellar.')
    const { prose } = await narrateTurn({ prompt: 'north', outcomes, state })
    expect(prose.split('\n\n')).toEqual(['You roll 2d6: 9.', 'You go north.', 'A cellar.', 'It rains.', 'A cellar.'])
  })

  test('the report of an earlier turn is not narrated again', async () => {
    const { prose } = await narrateTurn({ prompt: 'I sing', state: report(1, 'You go north.'), seq: 2 })
    expect(prose).not.toContain('north')
  })

  test('001 §4.2: a refusal is narrated, a failure and a skipped step are not narrated as done', async () => {
    const outcomes = {
      door: { state: 'completed' as const, refused: true, summary: 'The door is locked.' },
      lamp: { state: 'failed' as const, summary: 'You light the lamp.', error: 'It is wet.' },
    }
    const { prose } = await narrateTurn({ prompt: 'open the door', outcomes })
    expect(prose).toBe('The door is locked.')
  })

  test('where nothing happened, one sentence says so, and does not repeat the player', async () => {
    const { prose } = await narrateTurn({ prompt: 'I dance with the abbot' })
    expect(prose).toMatch(/^Nothing in this story answers to that\./)
    expect(prose).not.toContain('abbot')
    const campaign = { name: 'Pell', path: 'world.json' }
    const inWorld = await narrateTurn({ prompt: 'how much does it cost', campaign })
    expect(inWorld.prose).toBe('Nothing that you have seen or heard answers that.')
  })
})

describe('SC-006: a prompt in another language', () => {
  test.each([
    ['de', 'Ich öffne die Tür der Kirche und gehe hinein'],
    ['es', 'Abro la puerta y miro dentro'],
    ['fr', "J'ouvre la porte et je regarde dans la chambre"],
    ['pt', 'Eu abro a porta e olho para dentro'],
    ['id', 'Saya membuka pintu dan melihat ke dalam'],
    ['ru', 'Я открываю дверь и вхожу'],
    ['zh', '我打开门走进去'],
    ['ja', '私は扉を開ける'],
    ['hi', 'मैं दरवाज़ा खोलता हूँ'],
    ['bn', 'আমি দরজা খুলি'],
    ['ar', 'أفتح الباب وأدخل'],
    ['ur', 'میں دروازہ کھولتا ہوں'],
  ])('%s has one sentence in that language', async (code, prompt) => {
    expect((await narrateTurn({ prompt })).prose).toBe(languages[code]?.sentence)
  })

  test.each([
    'open the door',
    'I die in the desert',
    'ask Jean about the café',
    'no',
    'do a dance',
    'say "Guten Tag"',
    'la la la',
  ])('"%s" is English', async (prompt) => {
    const sentences = Object.values(languages).map(({ sentence }) => sentence)
    expect(sentences).not.toContain((await narrateTurn({ prompt })).prose)
  })

  test('words that a step understood are narrated, whatever their language', async () => {
    const outcomes = { door: 'You open the door.' }
    expect((await narrateTurn({ prompt: 'Ich öffne die Tür', outcomes })).prose).toBe('You open the door.')
  })
})

describe('SC-006: bad input', () => {
  test.each([
    ['an empty prompt', ''],
    ['control characters', '\u0000\u0007\u001b[31m I open\u202e the door \n\n'],
    ['10,000 characters', 'I walk on and on '.repeat(600)],
    ['markup', '<script>alert(1)</script> **I** `rm`'],
    ['only signs', '?!…'],
  ])('%s has a short answer', async (_, prompt) => {
    const { run, prose } = await narrateTurn({ prompt })
    expect(run.ok).toBe(true)
    expect(prose.length).toBeGreaterThan(10)
    expect(prose.length).toBeLessThan(1000)
    // oxlint-disable-next-line no-control-regex -- the point of the test
    expect(prose).not.toMatch(/[\u0000-\u001f\u202e<>]/)
  })

  test('control characters of another step are removed', async () => {
    const { prose } = await narrateTurn({ prompt: 'look', outcomes: { look: 'A \u001b[31mred\u202e room.' } })
    // oxlint-disable-next-line no-control-regex -- the point of the test
    expect(prose).not.toMatch(/[\u0000-\u001f\u202e]/)
  })
})
