import { expect, it } from 'vitest'
import { availableScripts, completePlan } from '../src/index.ts'
import { assertPlan, contractRequest, sampleSkill } from '../src/testing/index.ts'

const text = { type: 'string' }
const skills = [
  sampleSkill({
    name: 'diary',
    scripts: [
      { name: 'recall', stage: 'recall', triggers: [{ always: true }] },
      { name: 'record', stage: 'record', triggers: [{ always: true }] },
    ],
  }),
  sampleSkill({ name: 'teller', scripts: [{ name: 'narrate', stage: 'narrate', triggers: [{ always: true }] }] }),
  sampleSkill({
    name: 'hands',
    scripts: [
      {
        name: 'take',
        inputSchema: { type: 'object', properties: { prompt: text, how: { ...text, default: 'gently' } } },
      },
      { name: 'give', inputSchema: { type: 'object', properties: { to: { type: 'object' } }, required: ['to'] } },
    ],
  }),
]

it('adds the scripts of every turn around those that were chosen, and fills in their input', () => {
  const request = contractRequest('I take the lamp', { skills })
  const plan = completePlan(request, availableScripts(request), { planner: 'mine' })
  assertPlan(plan, request)
  // "give" is left out, because its required input is not known.
  expect(plan.tools.map(({ toolId }) => toolId)).toEqual(['recall-1', 'take-1', 'record-1', 'narrate-1'])
  expect(plan.tools[1]).toMatchObject({
    input: { prompt: 'I take the lamp', how: 'gently' },
    dependencies: ['recall-1'],
  })
  expect(plan.metadata?.planner).toBe('mine')
})

it('has a narrative if nothing runs', () => {
  const request = contractRequest('I wait', { skills: [] })
  expect(completePlan(request, [], { planner: 'mine' }).narrative).not.toBe('')
  expect(completePlan(request, [], { planner: 'mine', narrative: 'You wait.' }).narrative).toBe('You wait.')
})
