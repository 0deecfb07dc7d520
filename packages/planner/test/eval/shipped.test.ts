import type { SkillManifest } from '@narratoria/protocol/skill'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { StubPlanner } from '../../src/index.ts'
import { evaluatePlanner, evaluationSet } from '../../src/eval/index.ts'
import { contractRequest, sampleSkill } from '../../src/testing/index.ts'

const folder = new URL('../../../../skills/', import.meta.url)
const shipped = readdirSync(folder).map((name) => {
  const {
    name: skill,
    scripts = [],
    ...manifest
  } = JSON.parse(readFileSync(new URL(`${name}/skill.json`, folder), 'utf8')) as SkillManifest
  return sampleSkill({ name: skill, description: manifest.description, priority: manifest.priority ?? 50, scripts })
})

it('SC-002: with the shipped skills the stub planner plans most prompts right, in each kind and on the held-out half', async () => {
  const report = await evaluatePlanner(new StubPlanner(), evaluationSet(shipped))
  expect(report.tuned.share).toBeGreaterThanOrEqual(0.95)
  expect(report.heldOut.share).toBeGreaterThanOrEqual(0.92)
  for (const { share } of Object.values(report.kinds)) expect(share).toBeGreaterThanOrEqual(0.85)
})

/** What the stub planner does with the shipped skills, each script with those that it waits for. */
async function planned(prompt: string) {
  const { tools } = await new StubPlanner().plan(contractRequest(prompt, { skills: shipped }))
  const name = (toolId: string) => toolId.replace(/-\d+$/, '')
  return Object.fromEntries(tools.map(({ toolId, dependencies = [] }) => [name(toolId), dependencies.map(name)]))
}

it('002 US1.1: the storyteller narrates what an examination finds', async () => {
  const steps = await planned('I examine the ancient door')
  expect(steps.narrate).toContain('door-examiner')
})

it('002 US1.2: the dice roll and the storyteller narrates the outcome', async () => {
  const steps = await planned('I roll to pick the lock')
  expect(steps.narrate).toContain('roll-dice')
})

it('002 US5.2: an encounter with a faction queries its reputation before the narration', async () => {
  const steps = await planned('I trade with the merchant')
  expect(steps.narrate).toContain('query-reputation')
  expect(steps).not.toHaveProperty('update-reputation')
})

it.each([
  ['the librarian with the glass eye, what had she told us', true],
  ['I walk to the library.', undefined],
])('what is asked about the past is recalled for the player: %j', async (prompt, asked) => {
  const { tools } = await new StubPlanner().plan(
    contractRequest(prompt, { skills: shipped, state: { memory: { count: 3 } } }),
  )
  const recall = tools.find(({ toolId }) => toolId.startsWith('recall-memory'))
  expect(recall?.input?.asked).toBe(asked)
})

it('a wish to remember is stored as one', async () => {
  const { tools } = await new StubPlanner().plan(
    contractRequest('put it on record that the harbour gate shuts at ten', { skills: shipped }),
  )
  expect(tools.find(({ toolId }) => toolId.startsWith('store-memory'))?.input?.asked).toBe(true)
})
