import { describe, expect, it } from 'vitest'
import { StubPlanner } from '../src/index.ts'
import { plannerContract, type ScriptedPlan, ScriptedPlanner } from '../src/testing/index.ts'

describe('the stub planner keeps the planner contract', () => {
  it.each(plannerContract(() => new StubPlanner()))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('a scripted planner keeps the planner contract', () => {
  it.each(plannerContract(() => new ScriptedPlanner([{ narrative: 'Nothing moves.' }])))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('the planner contract catches', () => {
  const roll = {
    toolId: 'x',
    toolPath: '/skills/dice/scripts/roll.mjs',
    input: { sides: 6 },
    retryPolicy: { maxRetries: 1, backoffMs: 5 },
  }
  const tell = { toolId: 'y', toolPath: '/skills/teller/scripts/narrate.mjs', input: { prompt: 'x' } }
  it.each<[string, ScriptedPlan]>([
    ['a foreign file', { tools: [{ ...roll, toolPath: '/bin/rm' }] }],
    ['a script of a disabled skill', { tools: [{ toolId: 'x', toolPath: '/skills/off/scripts/off.mjs' }] }],
    ['a script that is only listed', { tools: [{ toolId: 'x', toolPath: '/skills/listed/scripts/listed.mjs' }] }],
    ['input that breaks its schema', { tools: [{ ...roll, input: { sides: 99 } }] }],
    ['a retry policy of its own', { tools: [{ ...roll, retryPolicy: { maxRetries: 9 } }] }],
    [
      'a cycle',
      {
        tools: [
          { ...roll, dependencies: ['y'] },
          { ...tell, dependencies: ['x'] },
        ],
      },
    ],
    ['an unknown dependency', { tools: [{ ...roll, dependencies: ['z'] }] }],
    ['two tools of one id', { tools: [roll, { ...tell, toolId: 'x' }] }],
    ['a plan with nothing in it', { tools: [] }],
    ['an id that is none', { narrative: 'x', requestId: 'x' }],
    ['a lost origin', { narrative: 'x', metadata: {} }],
  ])('%s', async (_, plan) => {
    const cases = plannerContract(() => new ScriptedPlanner([plan]))
    const outcomes = await Promise.allSettled(cases.map(({ run }) => run()))
    expect(outcomes.filter(({ status }) => status === 'rejected')).not.toEqual([])
  })
})
