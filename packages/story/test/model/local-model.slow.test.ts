import { join } from 'node:path'
import { createLanguageModel } from '@narratoria/models'
import { tinyShape, writeRandomModel } from '@narratoria/planner/testing'
import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { ModelStoryPlanner } from '../../src/planner/model-story-planner.ts'
import { json, makeBareProject, openStory, temporaryFolder, written } from '../world.ts'
import { bond, configure, goodPlan } from './answers.ts'

describe('a local model', () => {
  it('P3 §3.2, P3 §12.3: with a grammar, even random weights give valid plans and scenes', async () => {
    const folder = makeBareProject()
    const model = join(temporaryFolder(), 'random.gguf')
    writeRandomModel(model, tinyShape)
    configure(folder, { planner: { backend: 'llama' }, writer: { backend: 'llama' }, llama: { model } })
    const story = await openStory(folder)
    // Creates a relationship that a plan can update and a character for a new one.
    const people = ['ferryman', 'baker'].map((role) => ({ tool: 'character.generate', args: { role } }))
    const meet = { character_a: 'C0', character_b: 'C1', relationship_type: 'rivals' }
    const actions = [...people, { tool: 'relationship.create', args: meet }]
    // A critique by random weights may ask for a revision without a reason, which is refused three times at most.
    let first = await story.tick({ plan: { rationale: 'r', scene_intention: 'i', actions } })
    for (let again = 1; again < 10 && !first.ok; again++)
      first = await story.tick({ plan: { rationale: 'r', scene_intention: 'i', actions } })
    written(first)
    let [calls, ticks] = [0, 0]
    // About 30 % of such plans have no actions, so it continues until one has. A text from random weights may contain no known name, and is then refused.
    for (let tick = 2; tick <= 20 && (ticks < 2 || calls === 0); tick++) {
      const result = await story.tick()
      if (!result.ok) {
        expect(result.error.message).toMatch(/unknown_entity|gave no valid answer in 3 attempts/)
        continue
      }
      ticks += 1
      expect(result.plan).toMatchObject({ rationale: expect.any(String), pov_character: 'C0' })
      expect(result.scene.summary.length).toBeGreaterThan(0)
      expect(json(folder, result.planFile)).toMatchObject({ planner: 'local:random', writer: 'local:random' })
      calls += result.plan.actions.length
    }
    expect(ticks).toBeGreaterThan(1)
    expect(calls).toBeGreaterThan(0)
  }, 900_000)

  it('P3 §7.1: a missing model file is named before anything runs', async () => {
    const folder = makeBareProject()
    configure(folder, { planner: { backend: 'llama' }, llama: { model: 'missing.gguf' } })
    await expect((await openStory(folder)).tick()).rejects.toMatchObject({
      code: 'model_failed',
      message: expect.stringContaining('missing.gguf'),
    })
  })

  it('P3 §3.2: the grammar has only existing characters and relationships that can be created or updated', async () => {
    const folder = makeBareProject()
    const story = await openStory(folder)
    const schemas: JsonObject[] = []
    const probe = createLanguageModel({
      id: 'probe',
      provider: 'test',
      enforcesBounds: true,
      async *generate({ schema }) {
        schemas.push(schema!)
        yield { type: 'text', text: JSON.stringify(goodPlan) }
        yield { type: 'finish', finishReason: 'stop', usage: {} }
      },
    })
    await story.close()
    const asked = await openStory(folder, { planner: new ModelStoryPlanner(probe) })
    written(await asked.tick())
    written(await asked.tick({ plan: { ...goodPlan, actions: [bond] } }))
    await asked.preview()
    const offered = schemas.map((schema) => {
      const { items } = (schema.properties as unknown as { actions: { items: { anyOf: Offer[] } } }).actions
      return items.anyOf.map(({ properties }) => properties)
    })
    const pairs = (index: number, tool: string) =>
      offered[index]!.filter((offer) => offer.tool.const === tool).map(({ args }) => args.properties)
    expect(pairs(0, 'relationship.create')).toEqual([])
    expect(pairs(0, 'relationship.update')).toEqual([])
    expect(pairs(1, 'relationship.create')).toEqual([])
    expect(pairs(1, 'relationship.update')).toMatchObject([
      { character_a: { const: 'C0' }, character_b: { const: 'C1' } },
    ])
    expect(pairs(1, 'relationship.query')).toMatchObject([{ character_id: { enum: ['C0', 'C1'] } }])
  })
})

interface Offer {
  properties: { tool: { const: string }; args: { properties: JsonObject } }
}
