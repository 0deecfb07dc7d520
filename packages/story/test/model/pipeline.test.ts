import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CallProgress, type NewProject, readProject } from '../../src/index.ts'
import { failed, json, makeProject, openStory, written } from '../world.ts'
import { configure } from './answers.ts'
import { answers, scriptedModel, type Step } from './scripted-writer.ts'

const wish: NewProject = {
  premise: 'A retired detective receives a letter from the killer she never caught.',
  protagonist: 'Elena Voss, a detective',
}

async function open(
  given: Partial<Record<Step, unknown>> = {},
  prepare: (folder: string) => void = () => {},
  usage = { promptTokens: 100, completionTokens: 50 },
) {
  const folder = makeProject(wish)
  prepare(folder)
  const { memory } = await readProject(folder)
  const first = (id: string) => memory.characters[id]!.name.split(' ')[0]!
  const steps: Step[] = []
  const prompts: string[] = []
  const model = scriptedModel(
    { ...answers, ...given },
    {
      usage,
      names: { hero: first('C0'), other: first('C1'), absent: first('C2') },
      onCall(step, prompt) {
        steps.push(step)
        prompts.push(prompt)
      },
    },
  )
  const story = await openStory(folder, { openWriter: async () => model })
  return { folder, story, steps, prompts, absent: memory.characters.C2!.name }
}

describe('a novel with a model', () => {
  it('plans the outline, then plan, draft, critique and revision; the critique gets what the checks found', async () => {
    const { folder, story, steps, prompts, absent } = await open()
    const progress: CallProgress[] = []
    const limits = await story.estimate(1)
    const result = written(await story.tick({ onProgress: (each) => progress.push(each) }))
    expect(steps).toEqual(['outline', 'plan', 'draft', 'critique', 'revision'])
    expect(prompts[3]).toContain(`${absent} speaks, but is not present`)
    expect(prompts[4]).toContain('No one crosses anything.')
    expect(result.warnings).toEqual([])
    expect(result.prose).toContain('the boat had sunk')
    const { memory, outline } = await readProject(folder)
    expect(outline).toMatchObject({ by: 'test:scripted', want: 'to cross' })
    expect(result.scene.beat).toBe('B001')
    expect(Object.values(memory.scenes)[0]!.changes).toMatchObject([
      { kind: 'learns', id: 'C1', fact: 'The boat has sunk.', cause: expect.stringContaining('boat had sunk') },
    ])
    expect(progress.at(-1)).toMatchObject({ step: 'revision', calls: 5, limits })
    expect(progress.at(-1)!.tokens).toBe(5 * 150)
  })

  it('a draft that no one objects to is not revised', async () => {
    const { story, steps } = await open({
      plan: { ...answers.plan, actions: [] },
      draft: answers.revision,
      critique: { verdict: 'accept', problems: [] },
    })
    written(await story.tick())
    written(await story.tick())
    expect(steps).toEqual(['outline', 'plan', 'draft', 'critique', 'plan', 'draft', 'critique'])
  })

  it('an outline that was edited is not planned again', async () => {
    const { story, steps } = await open({}, (folder) => {
      const outline = json<{ want: string }>(folder, 'outline.json')
      writeFileSync(join(folder, 'outline.json'), JSON.stringify({ ...outline, want: 'mine' }))
    })
    written(await story.tick())
    expect(steps).not.toContain('outline')
  })

  it('a plan with a dead person is refused with the reason, and a change without its words is left out in the end', async () => {
    const { folder, story, steps } = await open({ plan: { ...answers.plan, people: ['C0', 'C9'] } })
    expect(failed(await story.tick())).toMatchObject({ stage: 'plan', error: { code: 'invalid_answer' } })
    expect(json(folder, 'errors/error_001.json').model_answers).toMatchObject([
      { complaint: expect.stringContaining('"C9" is not a known character') },
      {},
      {},
    ])
    expect(steps.filter((step) => step === 'plan')).toHaveLength(3)
    const narrated = await open({
      draft: { ...answers.revision, changes: [{ kind: 'dies', id: 'C1', cause: 'A shot rang out over the harbour' }] },
      critique: { verdict: 'accept', problems: [] },
    })
    const { warnings, scene } = written(await narrated.story.tick())
    expect(narrated.steps.filter((step) => step === 'draft')).toHaveLength(3)
    expect(warnings.join('\n')).toContain('left out 1 of the changes of the world')
    expect(scene.changes ?? []).toEqual([])
  })

  it('stops at the stated number of calls', async () => {
    const { story, steps } = await open({ critique: { verdict: 'maybe' } }, (folder) =>
      configure(folder, { generation: { seed: 'test', max_calls: 4 } }),
    )
    expect(failed(await story.tick()).error).toMatchObject({
      code: 'budget_spent',
      message: expect.stringContaining('4 of 4 calls'),
    })
    expect(steps).toHaveLength(4)
  })

  it('states limits that leave room for the longest answers, and refuses a call that could exceed them', async () => {
    const { story } = await open({}, (folder) =>
      configure(folder, {
        generation: { seed: 'test', max_calls: 5, context_token_budget: 2000 },
        openai: { base_url: 'http://127.0.0.1:9', model: 'm', max_tokens: 20_000 },
      }),
    )
    expect(await story.estimate(3)).toEqual({ calls: 15, tokens: 15 * 22_000 })
    const { story: small, steps } = await open(
      {},
      (folder) => configure(folder, { generation: { seed: 'test', max_calls: 4, context_token_budget: 2000 } }),
      { promptTokens: 2000, completionTokens: 9000 },
    )
    const used: CallProgress[] = []
    const result = failed(await small.tick({ onProgress: (progress) => used.push(progress) }))
    expect(result.error).toMatchObject({ code: 'budget_spent' })
    expect(steps).toEqual(['outline', 'plan'])
    expect(used.at(-1)!.tokens).toBeLessThanOrEqual(used.at(-1)!.limits.tokens)
  })

  it('writes a scene again with a wish', async () => {
    const { story, prompts } = await open({
      draft: answers.revision,
      rewrite: answers.revision,
      critique: { verdict: 'accept', problems: [] },
    })
    written(await story.tick())
    const { scene } = await story.rewrite('S001', { wish: 'It snows.' })
    expect(scene.id).toBe('S001')
    expect(prompts.at(-2)).toContain('What is wished: It snows.')
  })
})
