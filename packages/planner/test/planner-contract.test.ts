import { describe, expect, it } from 'vitest'
import { StubPlanner } from '../src/index.ts'
import { plannerContract } from '../src/testing/index.ts'

describe('the stub planner keeps the planner contract', () => {
  it.each(plannerContract(() => new StubPlanner()))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
