import { describe, expect, it } from 'vitest'
import { readProject, type StoryPlan } from '../../src/index.ts'
import { failed, makeProject, openStory, written } from '../world.ts'

const plan = (actions: StoryPlan['actions'], people: string[] = ['C0', 'C1']): StoryPlan => ({
  rationale: 'A test.',
  scene_intention: 'The key changes hands.',
  people,
  actions,
})
const key = { tool: 'thing.generate', args: { name: 'the glass key', at: 'C0' } }
const give = {
  tool: 'world.change',
  args: { kind: 'moves', who_or_what: 'the glass key', to: 'C1', cause: 'The glass key went across the table.' },
}
const dies = { tool: 'world.change', args: { kind: 'dies', who_or_what: 'C1', cause: 'A heart stopped.' } }

describe('tools that write things and changes', () => {
  it('create a thing and move it, with the cause in state and prose, and a later plan is checked against both', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    const { scene, prose } = written(await story.tick({ plan: plan([key, give]) }))
    const { memory } = await readProject(folder)
    const made = Object.values(memory.things).find(({ name }) => name === 'the glass key')!
    expect(made).toMatchObject({ at: 'C0', created_in_tick: 1 })
    const change = { kind: 'moves', id: made.id, to: 'C1', cause: give.args.cause, planned: true }
    expect(scene.changes).toEqual([change])
    expect(prose).toContain(give.args.cause)

    const result = failed(await story.tick({ plan: { ...plan([], ['C0']), things: [made.id] } }).catch(asFailure))
    expect(result.error.message).toMatch(/the glass key .* is with .* who is not present/)
    const rewritten = await story.rewrite(scene.id, { wish: 'shorter' })
    expect(rewritten.scene.changes).toEqual([change])
    expect(rewritten.prose).toContain(give.args.cause)
  })

  it('are refused if they contradict the story, and nothing is changed', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    written(await story.tick({ plan: plan([dies]) }))
    const result = failed(await story.tick({ plan: plan([dies], ['C0']) }))
    expect(result).toMatchObject({ stage: 'execute', error: { code: 'tool_failed' } })
    expect(result.error.message).toContain('is dead already')
    expect((await readProject(folder)).scenes).toHaveLength(1)
  })
})

/** A plan that is refused before the tick begins, in the form of a failed tick. */
function asFailure(error: Error) {
  return {
    ok: false,
    tick: 2,
    attempt: 1,
    stage: 'plan',
    error: { type: '', code: null, message: error.message },
    errorFile: '',
  } as const
}
