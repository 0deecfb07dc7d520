import type { ToolInvocation } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { type Planner, StubPlanner } from '../../src/index.ts'
import { plannerContract, type ScriptedAnswer, ScriptedPlanner } from '../../src/testing/index.ts'

const roll: ToolInvocation = {
  toolId: 'x',
  toolPath: '/skills/dice/scripts/roll.mjs',
  input: { sides: 6 },
  retryPolicy: { maxRetries: 1, backoffMs: 5 },
}
const light: ToolInvocation = { toolId: 'z', toolPath: '/skills/torch/scripts/light.mjs', input: {} }
const narrate: ToolInvocation = { toolId: 'y', toolPath: '/skills/teller/scripts/narrate.mjs', input: { prompt: 'x' } }

/** Rolls, lights the torch and narrates, as far as there is a skill for it. */
const valid: ScriptedAnswer = ({ skills, disabledSkills }) => {
  const has = (name: string) => skills.some((skill) => skill.name === name) && !disabledSkills.includes(name)
  const tools = [...(has('dice') ? [roll] : []), ...(has('torch') ? [light] : []), ...(has('teller') ? [narrate] : [])]
  return tools.length > 0 ? { tools } : { narrative: 'Nothing moves.' }
}

describe('the stub planner keeps the planner contract', () => {
  it.each(plannerContract(() => new StubPlanner()))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('a scripted planner fulfils the planner contract', () => {
  it.each(plannerContract(() => new ScriptedPlanner([valid])))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('the planner contract detects', () => {
  const plain = 'plans safely for a plain prompt'
  const disabled = 'uses no disabled skill (FR-008)'
  const origin = 'records the origin of a plan (FR-010)'
  const available = 'is a script of an available skill'
  it.each<[string, ScriptedAnswer, string, string]>([
    [
      'a plan without the right tool',
      { narrative: 'x' },
      'chooses the right script for a plain prompt (FR-001)',
      'lights it once',
    ],
    ['an unknown file', { tools: [{ ...roll, toolPath: '/bin/rm' }] }, plain, available],
    ['a broken skill', { tools: [{ toolId: 'x', toolPath: '/skills/broken/scripts/broken.mjs' }] }, plain, available],
    ['a disabled skill', { tools: [{ toolId: 'x', toolPath: '/skills/off/scripts/off.mjs' }] }, plain, available],
    [
      'a script that is not runnable',
      { tools: [{ toolId: 'x', toolPath: '/skills/listed/scripts/listed.mjs' }] },
      plain,
      available,
    ],
    ['a skill that the turn disables', { tools: [roll] }, disabled, available],
    ['disabled skills that are not named', { narrative: 'x', disabledSkills: [] }, disabled, 'names the disabled'],
    ['a tool without a skill', { tools: [narrate] }, 'makes a narrative if there are no skills', available],
    ['input that breaks its schema', { tools: [{ ...roll, input: { sides: 99 } }] }, plain, 'the input is valid'],
    [
      'a retry policy that is not the skill’s',
      { tools: [{ ...roll, retryPolicy: { maxRetries: 9 } }] },
      plain,
      'retry policy',
    ],
    ['a tool that is made optional', { tools: [{ ...roll, required: false }] }, plain, 'optional scripts'],
    [
      'a cycle',
      {
        tools: [
          { ...roll, dependencies: ['y'] },
          { ...narrate, dependencies: ['x'] },
        ],
      },
      plain,
      'no cycle',
    ],
    ['an unknown dependency', { tools: [{ ...roll, dependencies: ['z'] }] }, plain, 'dependencies are known'],
    ['two tools with the same id', { tools: [roll, { ...narrate, toolId: 'x' }] }, plain, 'tool ids are unique'],
    ['an empty plan', { tools: [] }, plain, 'tools or a narrative'],
    ['an invalid id', { narrative: 'x', requestId: 'x' }, plain, 'shape of Plan JSON'],
    ['a missing attempt number', { narrative: 'x', metadata: {} }, origin, 'the number of its attempt'],
    [
      'a missing parent id',
      { narrative: 'x', metadata: { generationAttempt: 3 } },
      origin,
      'the id of the previous plan',
    ],
    [
      'the same id for every plan',
      { narrative: 'x', requestId: '00000000-0000-4000-8000-000000000002' },
      'gives every plan its own id',
      'two ids',
    ],
    [
      'a changed request',
      (request) => ((request.prompt = 'x'), { narrative: 'x' }),
      'does not change its request',
      'is unchanged',
    ],
  ])('%s', async (_, answer, name, message) => {
    await expect(runCase(() => new ScriptedPlanner([answer]), name)).rejects.toThrow(message)
  })

  it('a planner that cannot be cancelled', async () => {
    const uncancellable = (): Planner => {
      const planner = new ScriptedPlanner([valid])
      return { name: planner.name, plan: (request) => planner.plan(request) }
    }
    await expect(runCase(uncancellable, 'rejects when it is cancelled')).rejects.toThrow('a cancelled planner rejects')
  })

  function runCase(createPlanner: () => Planner, name: string): Promise<void> {
    const found = plannerContract(createPlanner).find((entry) => entry.name === name)
    if (!found) throw new Error(`the contract has no case "${name}"`)
    return found.run()
  }
})
