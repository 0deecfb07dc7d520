import { expect, it } from 'vitest'
import { explainIntent } from '../../src/eval/index.ts'
import { StubPlanner } from '../../src/index.ts'
import { contractRequest, sampleSkill } from '../../src/testing/index.ts'

const skills = [
  sampleSkill({
    name: 'archive',
    scripts: [{ name: 'recall', stage: 'recall', triggers: [{ intent: 'question-about-past' }] }],
  }),
  sampleSkill({ name: 'lamp', scripts: [{ name: 'light', triggers: [{ intent: 'light' }] }] }),
  sampleSkill({ name: 'door', scripts: [{ name: 'examine', triggers: [{ intent: 'examine-door' }, 'examine door'] }] }),
]

async function planned(prompt: string): Promise<string[]> {
  const { tools } = await new StubPlanner().plan(contractRequest(prompt, { skills }))
  return tools.map(({ toolId }) => toolId.replace(/-\d+$/, ''))
}

it.each([
  ['who gave me the map again', ['recall']],
  ['i walk to the market', []],
  ['light the torch then examine the door', ['light', 'examine']],
  ['before i light the torch i examine the door', ['examine', 'light']],
  ['i examine the door after i light the torch', ['light', 'examine']],
  ['they accuse me of examining the door', []],
])('FR-063: %j is planned as %j by its meaning and order in time', async (prompt, steps) => {
  expect(await planned(prompt)).toEqual(steps)
})

it('the weights that decided for an intent are listed, strongest first', () => {
  const [strongest, next] = explainIntent('what did the smith say yesterday', 'question-about-past')
  expect(strongest).toEqual({ feature: expect.any(String), weight: expect.any(Number) })
  expect(Math.abs(strongest?.weight ?? 0)).toBeGreaterThanOrEqual(Math.abs(next?.weight ?? 0))
})
