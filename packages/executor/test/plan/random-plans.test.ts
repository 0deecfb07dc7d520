import { join } from 'node:path'
import type { JsonValue, Plan } from '@narratoria/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzz, fuzzAndKeep } from '../../../protocol/test/fuzz.ts'
import { mutatedJson, mutatedText } from '../../../protocol/test/mutated.ts'
import { CircularDependencyError, InvalidPlanError, validatePlan } from '../../src/index.ts'
import { createWorld } from '../world.ts'

const requestId = '4fd0d6b4-3f9c-4a55-9b0e-2c4bb6a9d1f0'
const tool = (toolId: string, rest: Partial<Plan['tools'][number]> = {}) => ({
  toolId,
  toolPath: `tools/missing-${toolId}`,
  retryPolicy: { maxRetries: 0, backoffMs: 1 },
  ...rest,
})
// None of the tools exists, so that no case starts a process.
const plans = [
  { requestId, narrative: 'You wait.', tools: [] },
  { requestId, tools: [tool('a'), tool('b', { dependencies: ['a'] }), tool('c', { dependencies: ['a', 'b'] })] },
  {
    requestId,
    narrative: '',
    parallel: true,
    tools: [tool('a', { input: { n: 1, list: ['x', { y: null }] }, required: false, async: true }), tool('b')],
    disabledSkills: ['torch'],
    metadata: { generationAttempt: 1, parentPlanId: null, planner: 'test' },
  },
] as unknown as JsonValue[]

/** Plans that once made the validator fail, and the executor. */
const found = join(import.meta.dirname, 'found-plans.json')
const foundByRunning = join(import.meta.dirname, 'found-executions.json')

/** Where no tool of a plan can be: what a change makes of a path is refused, or names nothing. */
const isSafe = (plan: unknown) => !/bin\/|dev\//.test(JSON.stringify(plan))

it('001 §9: a random plan is valid, or refused with the list of its problems', () => {
  const seen = { valid: 0, refused: 0 }
  fc.assert(
    fc.property(mutatedJson(plans), (plan) => {
      const before = JSON.stringify(plan)
      try {
        validatePlan(plan)
        seen.valid += 1
      } catch (error) {
        if (!(error instanceof InvalidPlanError) && !(error instanceof CircularDependencyError)) throw error
        seen.refused += 1
        expect(error.message).not.toBe('')
        expect(error.message.length).toBeLessThan(20_000)
      }
      expect(JSON.stringify(plan)).toBe(before)
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    fuzzAndKeep<JsonValue>(found),
  )
  expect(Math.min(seen.valid, seen.refused)).toBeGreaterThan(fuzz.numRuns / 20)
})

it('001 §9: execute resolves for any plan, as a value and as text', async () => {
  const { executor } = await createWorld({ planTimeoutMs: 5_000 })
  const texts = mutatedText(plans.map((plan) => JSON.stringify(plan)))
  await fc.assert(
    fc.asyncProperty(fc.oneof(mutatedJson(plans).filter(isSafe), texts.filter(isSafe)), async (plan) => {
      const result = await executor.execute(plan as unknown as Plan)
      expect(typeof result.success).toBe('boolean')
      if (!result.success) expect(result.failureReason).toBeDefined()
      expect(result.toolResults.every(({ state }) => state === 'failed' || state === 'skipped')).toBe(true)
    }),
    { ...fuzzAndKeep<JsonValue>(foundByRunning), numRuns: Math.ceil(fuzz.numRuns / 4) },
  )
})
