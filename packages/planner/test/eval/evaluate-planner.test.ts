import { expect, it } from 'vitest'
import { StubPlanner } from '../../src/index.ts'
import { evaluatePlanner, evaluationSet } from '../../src/eval/index.ts'
import { ScriptedPlanner } from '../../src/testing/index.ts'
import { shippedLike } from './shipped-like.ts'

const set = evaluationSet(shippedLike)
const { prompts: evaluationPrompts, skills } = set

it('SC-002: the evaluation set has at least 200 prompts, each with skills that must or must not be chosen', () => {
  expect(evaluationPrompts.length).toBeGreaterThanOrEqual(200)
  expect(new Set(evaluationPrompts.map(({ prompt }) => prompt)).size).toBe(evaluationPrompts.length)
  const named = new Set(
    skills.flatMap(({ name, scripts }) => [name, ...scripts.map((script) => `${name}/${script.name}`)]),
  )
  for (const { must, mustNot } of evaluationPrompts) {
    expect(must.length + mustNot.length).toBeGreaterThan(0)
    expect([...must, ...mustNot].filter((name) => !named.has(name))).toEqual([])
  }
})

it('SC-002: half of the set is held out, and each kind has at least twenty prompts in each half', () => {
  const kinds = new Set(evaluationPrompts.map(({ kind }) => kind))
  expect(kinds.size).toBe(7)
  for (const kind of kinds)
    for (const half of [0, 1]) {
      const prompts = evaluationPrompts.filter((entry) => entry.kind === kind && entry.id % 2 === half)
      expect(prompts.length).toBeGreaterThanOrEqual(20)
    }
})

it('SC-001: the stub planner plans every prompt of the set', async () => {
  const report = await evaluatePlanner(new StubPlanner(), { prompts: evaluationPrompts, skills })
  expect(report.planned.share).toBe(1)
})

it('SC-002: a report separates missed from forbidden skills, and tuned from held-out prompts', async () => {
  const prompts = [
    { id: 1, prompt: 'I roll', must: ['dice-roller'], mustNot: ['torch-lighter'] },
    { id: 2, prompt: 'I wait', must: [], mustNot: ['torch-lighter'] },
    { id: 3, prompt: 'I roll', must: ['torch-lighter'], mustNot: ['dice-roller/roll-dice'] },
    { id: 5, prompt: 'I roll', must: ['torch-lighter'], mustNot: [], kind: 'light' },
    { id: 6, prompt: 'I roll a die', must: ['dice-roller'], mustNot: [], kind: 'dice' },
  ]
  const report = await evaluatePlanner(new StubPlanner(), { prompts, skills })
  expect(report).toMatchObject({
    all: { total: 5, right: 3 },
    tuned: { total: 3, right: 1 },
    heldOut: { total: 2, right: 2, share: 1 },
    kinds: { light: { total: 1, right: 0 }, dice: { total: 1, right: 1 } },
    failures: [
      { id: 3, heldOut: false, missing: ['torch-lighter'], forbidden: ['dice-roller/roll-dice'] },
      { id: 5, heldOut: false },
    ],
  })
})

it('SC-001: a planner that fails is counted, not thrown', async () => {
  const prompts = [{ id: 2, prompt: 'I roll', must: [], mustNot: [] }]
  const report = await evaluatePlanner(new ScriptedPlanner([new Error('no memory')]), { prompts, skills })
  expect(report).toMatchObject({ planned: { right: 0 }, failures: [{ error: 'no memory', heldOut: true }] })
})
