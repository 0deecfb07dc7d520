import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '@narratoria/protocol'
import { collectFacts } from '../../src/facts/collect-facts.ts'
import { compose } from '../../src/prose/compose.ts'
import { RecentSentences } from '../../src/prose/recent-sentences.ts'
import { sentencesOf } from '../narrate-turn.ts'

const prompts = [
  'I wait',
  'I look around',
  'I walk north through the forest',
  'I roll to pick the lock',
  'What happened with the blacksmith?',
  '“Stop! Who goes there? Speak!” I shout.',
  'Hello?',
  'north',
  'remember that the well is dry',
  '',
]
const outputs: JsonObject[] = [
  { dice: { last: { formula: '2d6', total: 4, outcome: 'fail', task: 'pick the lock' } } },
  { dice: { last: { formula: '2d6', total: 11, outcome: 'success', task: 'pick the lock' } } },
  { inventory: { torch: { lit: true }, rope: true } },
  { discovered: { door_inscription: 'Ancient runes' }, location: 'the old crypt' },
  { reputation: { factions: { guild: { name: 'Guild', value: -5, standing: 'disliked', change: -5 } } } },
  { reputation: { factions: { folk: { name: 'Common Folk', value: 0, standing: 'neutral' } } } },
  { memory: { recalled: [{ text: 'I befriend Mara', turn: 1 }, { text: 'The well is dry' }] } },
  {},
]
const turn = fc.record({
  prompt: fc.constantFrom(...prompts),
  output: fc.constantFrom(...outputs),
})

test.each(['vivid', 'poetic', 'terse'] as const)(
  'FR-054: for any turns, no sentence is repeated within ten turns (%s)',
  (style) => {
    // Few different turns, so that they repeat.
    const stories = fc.record({
      start: fc.nat(100_000),
      pool: fc.array(turn, { minLength: 1, maxLength: 3 }),
      order: fc.array(fc.nat(2), { minLength: 24, maxLength: 24 }),
    })
    fc.assert(
      fc.property(stories, ({ start, pool, order }) => {
        const proses: string[][] = []
        let recentSentences = new RecentSentences(undefined)
        for (const [at, which] of order.entries()) {
          const { prompt, output } = pool[which % pool.length]!
          const seq = start + at
          const facts = collectFacts({ prompt, turn: seq, state: {}, dependencies: { step: output } })
          const pieces = compose({ prompt, facts, style, turn: seq, recent: recentSentences })
          recentSentences = new RecentSentences(recentSentences.toState())
          const sentences = sentencesOf(pieces.join(' '))
          expect(new Set(sentences).size, pieces.join(' ')).toBe(sentences.length)
          const recent = new Set(proses.slice(-10).flat())
          for (const sentence of sentences) expect(recent.has(sentence), `turn ${at}: ${sentence}`).toBe(false)
          proses.push(sentences)
        }
      }),
      { numRuns: 150 },
    )
  },
)

test.each(['vivid', 'poetic'] as const)('FR-054: turns without facts vary in structure (%s)', (style) => {
  let recentSentences = new RecentSentences(undefined)
  const shapes = new Map<string, number>()
  for (let seq = 2; seq < 42; seq++) {
    const prompt = ['I walk on along the path', 'I cross the bridge', 'I climb the hill', 'I wait'][seq % 4]!
    const sentences = sentencesOf(compose({ prompt, facts: [], style, turn: seq, recent: recentSentences }).join(' '))
    recentSentences = new RecentSentences(recentSentences.toState())
    const deed = sentences.findIndex((sentence) => /you (?:walk|cross|climb|wait|do|keep|go through)/.test(sentence))
    const shape = `${deed} of ${sentences.length}, ${(sentences[deed] ?? '').includes(', and ')}`
    shapes.set(shape, (shapes.get(shape) ?? 0) + 1)
  }
  expect(shapes.size).toBeGreaterThanOrEqual(4)
  expect(Math.max(...shapes.values())).toBeLessThan(20)
})
