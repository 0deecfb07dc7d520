import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCampaign, writeWorld } from '@narratoria/campaigns'
import { buildPremise } from '@narratoria/campaigns/premise'
import { phrases } from '@narratoria/content'
import { checkWorld, perform, type WorldState } from '@narratoria/world'
import { checkProject, createProjectFrom, playableWorld, readProject } from '../src/index.ts'
import { makeProject, openStory, temporaryFolder, written } from './world.ts'

describe('the world of a novel', () => {
  it('is a campaign that can be played, whose people know what the scenes have narrated', async () => {
    const folder = makeProject({
      premise: 'Grandmother Wu keeps a dragon in the teapot and the tax inspector is coming.',
    })
    const story = await openStory(folder)
    for (let tick = 0; tick < 10; tick++) written(await story.tick())
    const view = await readProject(folder)
    const world = playableWorld(view)
    expect(checkWorld(world).filter(({ message }) => /no one|reach|win/i.test(message))).toEqual([])
    const witness = Object.values(world.people).find(({ topics }) => Object.keys(topics ?? {}).includes('part 1'))
    expect(witness?.topics?.['part 1']).toMatchObject({ answer: expect.stringMatching(/^“.+\.”$/) })
    const target = join(temporaryFolder(), 'campaign')
    await writeWorld(target, world, { premise: view.state.premise })
    const { campaign } = await readCampaign(target)
    expect(Object.keys(campaign!.world.people)).toEqual(Object.keys(world.people))
    expect(perform(campaign!.world, {}, { act: 'look' }, { seq: 1, phrases }).summary).not.toBe('')
  })
})

describe('the world of a novel with many places', () => {
  it('can be played, and every place can be reached', async () => {
    const view = await readProject(makeProject())
    for (let index = 100; index < 140; index++)
      view.memory.locations[`L${index}`] = {
        ...view.memory.locations.L0!,
        id: `L${index}`,
        name: `the room ${index}`,
      }
    const world = playableWorld(view)
    expect(Object.values(world.places).filter(({ name }) => name.startsWith('room '))).toHaveLength(40)
    expect(checkWorld(world).filter(({ message }) => /reach/i.test(message))).toEqual([])
  })
})

describe('a novel from a played story', () => {
  it('has the places, people and things of its world, and a scene for each place, with what the turns changed', async () => {
    const world = buildPremise('A retired detective receives a letter from the killer she never caught.', {
      plot: 'fitting',
    })
    let state: WorldState = {}
    const turns = (['take', 'go', 'look'] as const).map((act, index) => {
      const [thing] = Object.keys(world.things)
      const [direction] = Object.keys(world.places[world.player.at]!.exits!)
      const asked = act === 'take' ? { act, thing: thing! } : act === 'go' ? { act, to: direction! } : { act }
      const done = perform(world, state, asked, { seq: index + 1, phrases })
      state = done.state
      return { prompt: act, narrative: done.summary, state }
    })
    const folder = join(temporaryFolder(), 'novel')
    createProjectFrom(folder, { title: 'The Letter', premise: 'A letter comes.', opening: world.opening, world, turns })
    const view = await readProject(folder)
    expect(view.scenes.map(({ id }) => id)).toEqual(['S001', 'S002'])
    expect(view.scenes[0]!.changes).toMatchObject([
      { kind: 'moves', to: 'C0', cause: expect.stringMatching(/letter/i) },
    ])
    expect(Object.keys(view.memory.locations)).toHaveLength(Object.keys(world.places).length)
    expect(checkProject(view)).toEqual({ contradictions: [], style: [] })
    const story = await openStory(folder)
    expect(written(await story.tick()).scene.id).toBe('S003')
  })

  it('is about its title if the story had neither a world nor an opening', async () => {
    const folder = join(temporaryFolder(), 'novel')
    const turns = [{ prompt: 'wave', narrative: 'A hand is waved.', state: {} }]
    createProjectFrom(folder, { title: 'My Tower', opening: '', turns })
    const { state, memory } = await readProject(folder)
    expect(state.premise).toBe('My Tower')
    expect(memory.open_loops.OL0?.description).toBe('My Tower')
    const story = await openStory(folder)
    written(await story.tick())
  })

  it('needs a turn', () => {
    expect(() => createProjectFrom(join(temporaryFolder(), 'novel'), { title: 'x', opening: '', turns: [] })).toThrow(
      /no turns yet/,
    )
  })
})
