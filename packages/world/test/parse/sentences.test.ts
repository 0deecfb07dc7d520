import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lexicon } from '@narratoria/content'
import { parse } from '../../src/parse/index.ts'
import { lighthouse } from '../lighthouse.ts'
import { isRight, read, type Sentence, worldOf } from './score.ts'

function dataOf<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as T
}

const world = worldOf(dataOf('world'))

/** The share of sentences that are understood as their author meant them. */
function share(sentences: readonly Sentence[]): number {
  return sentences.filter((sentence) => isRight(world, sentence, read(world, sentence))).length / sentences.length
}

describe('sentences of players, written by someone who had not seen the parser', () => {
  it('are understood: those that the parser was built with', () => {
    expect(share(dataOf('open'))).toBeGreaterThanOrEqual(0.95)
  })

  it('are understood: those that nobody looked at while it was built', () => {
    expect(share(dataOf('sealed'))).toBeGreaterThanOrEqual(0.74)
  })
})

describe('parse', () => {
  const words = fc.constantFrom(
    'take',
    'the',
    'all',
    'lantern',
    'and',
    'oleg',
    'with',
    'it',
    'brass',
    'key',
    ',',
    '"',
    'not',
    'after',
    'in',
    'éé',
    '🔑',
    'constructor',
  )
  const prompts = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 200 }),
    fc.array(words, { maxLength: 40 }).map((all) => all.join(' ')),
  )

  it('reads any text without an error, and names only what there is or what was typed', () => {
    fc.assert(
      fc.property(prompts, (prompt) => {
        const parsed = parse(prompt, { world: lighthouse, state: {}, lexicon })
        for (const { act, start, end } of parsed.acts) {
          expect(start >= 0 && end <= prompt.length && start <= end).toBe(true)
          expect(typeof act.act).toBe('string')
        }
        for (const rest of parsed.rest) expect(prompt).toContain(rest)
      }),
      { numRuns: 300 },
    )
  })

  it('reads a choice by its number and by its words', () => {
    const choices = ['Light the lantern', 'Go up']
    const context = { world: lighthouse, state: {}, lexicon, choices }
    expect(parse('2', context).choice).toBe(2)
    expect(parse('light the lantern.', context).choice).toBe(1)
  })

  it('asks which of two things is meant, and takes the answer', () => {
    const state = { at: { brass_key: 'hall', iron_key: 'hall' } }
    const asked = parse('take the key', { world: lighthouse, state, lexicon })
    expect(asked.question).toEqual({
      act: { act: 'take', thing: 'brass_key' },
      role: 'things',
      between: ['brass_key', 'iron_key'],
    })
    const pending = { act: { act: 'take', thing: 'brass_key' }, role: 'things', between: ['brass_key', 'iron_key'] }
    const answered = parse('the iron one', { world: lighthouse, state: { ...state, focus: { pending } }, lexicon })
    expect(answered.acts[0]?.act).toEqual({ act: 'take', thing: 'iron_key' })
  })

  it.each([
    "don't take the lantern",
    'what if I took the lantern',
    'Mara says: take the lantern',
    'I could have taken the lantern',
  ])('does nothing for words that tell of no act: %s', (prompt) => {
    expect(parse(prompt, { world: lighthouse, state: {}, lexicon }).acts).toEqual([])
  })

  it('orders acts by time', () => {
    const acts = (prompt: string) =>
      parse(prompt, { world: lighthouse, state: {}, lexicon }).acts.map(({ act }) => act.act)
    expect(acts('after taking the lantern I light it')).toEqual(['take', 'light'])
    expect(acts('before I go up, I take the lantern')).toEqual(['take', 'go'])
    expect(acts('I go up after taking the lantern')).toEqual(['take', 'go'])
  })
})
