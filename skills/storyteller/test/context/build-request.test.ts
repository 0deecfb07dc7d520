import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildRequest } from '../../src/context/build-request.ts'
import type { NarrationSource } from '../../src/context/blocks.ts'
import { estimateTokens } from '../../src/context/tokens.ts'

const sourceOf = (
  more: Partial<NarrationSource['request']> = {},
  rest: Partial<NarrationSource> = {},
): NarrationSource => ({
  prompt: 'I open the door',
  outcomes: ['The door is locked.'],
  style: 'vivid',
  settings: { maxWords: 150 },
  request: { state: {}, dependencies: {}, ...more },
  ...rest,
})
const turn = (seq: number) => ({ seq, prompt: `I try ${seq}`, narrative: `Thing ${seq} happens.` })
const turns = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => turn(from + index))

describe('a request to a narrating model', () => {
  it('tells the last turns as a conversation after the summary, and the present last', () => {
    const story = { summary: ['Turn 1: a key is found'], turns: turns(11, 13) }
    const { messages, blocks } = buildRequest(sourceOf({ story }), 4_000)
    expect(messages.map(({ role }) => role)).toEqual(['system', ...Array(3).fill(['user', 'assistant']).flat(), 'user'])
    expect(messages[1]!.content).toBe(
      'Earlier in the story:\n- Turn 1: a key is found\n\nThe player’s words: "I try 11"',
    )
    expect(messages[2]!.content).toBe('Thing 11 happens.')
    expect(messages.at(-1)!.content).toMatch(
      /What happened in this turn:\n- The door is locked\.\n\nThe player’s words: "I open the door"$/,
    )
    expect(blocks.map(({ name }) => name)).toEqual(['style', 'summary', 'turns', 'place', 'outcomes', 'words'])
  })

  it('begins with the same bytes while the first shown turn is the same', () => {
    const request = (last: number, prompt: string) =>
      buildRequest(sourceOf({ story: { summary: ['Turn 1: x'], turns: turns(11, last) } }, { prompt }), 8_000).messages
    const [before, after] = [request(19, 'I wait'), request(20, 'I run')]
    expect(JSON.stringify(after.slice(0, before.length - 1))).toBe(JSON.stringify(before.slice(0, -1)))
  })

  it('stays within its budget, whatever the story is', () => {
    const text = fc.string({ maxLength: 4_000, unit: 'grapheme' })
    fc.assert(
      fc.property(
        fc.integer({ min: 1_500, max: 20_000 }),
        fc.array(fc.record({ prompt: text, narrative: text }), { maxLength: 18 }),
        fc.array(text, { maxLength: 40 }),
        fc.dictionary(fc.string(), text, { maxKeys: 5 }),
        (budget, told, summary, state) => {
          const story = { summary, turns: told.map((each, seq) => ({ seq, ...each })) }
          const { messages } = buildRequest(sourceOf({ story, state }), budget)
          const sent = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0)
          expect(sent).toBeLessThanOrEqual(budget)
          expect(messages.at(-1)!.content).toContain('The door is locked.')
        },
      ),
      { numRuns: 100 },
    )
  })
})
