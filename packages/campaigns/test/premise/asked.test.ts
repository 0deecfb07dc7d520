import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'
import { walkTo } from './walk-to.ts'

const locked =
  'The abbot keeps the crypt of the abbey locked. Sister Clare and the sexton Pell have heard a voice in it.'

describe('a question to a person', () => {
  it('about a door gets an answer about a door, from each another one', () => {
    const world = buildFitting(locked, { seed: 2, plot: 'secret' })
    const answers = Object.entries(world.people).flatMap(([person, { at, topics }]) => {
      if (topics === undefined || at === 'nowhere') return []
      const player = new WorldPlayer(world, { seed: 1 })
      walkTo(player, at)
      return [player.perform([{ act: 'ask', person, topic: 'door' }]).text]
    })
    expect(new Set(answers).size).toBe(answers.length)
    for (const answer of answers) expect(answer).toMatch(/door|lean|oak|look|knock|keys/i)
  })

  it('about what the player is, is one about the player', () => {
    const world = buildFitting(
      'The mate of the brig is dead, and the sailor Pim says the carpenter did it. I am the carpenter.',
    )
    const player = new WorldPlayer(world, { seed: 1 })
    const [pim, { at, topics }] = Object.entries(world.people).find(([, { name }]) => name === 'Pim')!
    walkTo(player, at)
    const { answer } = topics!['your chances']!
    expect(player.perform([{ act: 'ask', person: pim, topic: 'the carpenter' }]).text).toBe([answer].flat()[0])
    expect(player.perform([{ act: 'ask', person: pim, topic: 'who did it' }]).text).not.toContain('carpenter')
  })
})

describe('a way out', () => {
  const world = buildFitting('The baker Jorn and the widow Elke quarrel about a wall in the village of Aske.', {
    seed: 1,
  })
  const start = world.player.at

  it.each(['leave', 'escape', 'leave the place', 'flee'])('is the one by which the player came: %s', (words) => {
    const player = new WorldPlayer(world, { seed: 1 })
    player.play('go north')
    expect(player.state.at?.['player']).not.toBe(start)
    player.play(words)
    expect(player.state.at!['player']).toBe(start)
  })

  it.each(['escape', 'leave'])('is asked for if there are several: %s', (words) => {
    expect(new WorldPlayer(world, { seed: 1 }).play(words).text).toContain('more than one way')
  })

  it.each(['sneak past', 'slip by', 'creep past'])('leads past a person where there is only one: %s', (verb) => {
    const player = new WorldPlayer(
      {
        title: 'Gate',
        opening: 'A gate.',
        player: { at: 'road' },
        places: {
          road: { name: 'road', exits: { north: 'yard' } },
          yard: { name: 'yard', exits: { south: 'road' } },
        },
        things: {},
        people: { guard: { name: 'guard', at: 'road' } },
      },
      { seed: 1 },
    )
    player.play(`${verb} the guard`)
    expect(player.state.at!['player']).toBe('yard')
  })
})

it.each(['who is aboard?', 'who else is on board?', 'who is here?'])('says who is there: %s', (words) => {
  const world = buildFitting('I steer the barge Lotus. The cook Ines and the boy Wim are afraid of the river.', {
    seed: 1,
  })
  const here = Object.values(world.people).filter(({ at }) => at === world.player.at)
  const { text } = new WorldPlayer(world, { seed: 1 }).play(words)
  for (const { name } of here) expect(text).toContain(name)
})

it.each(['hamper', 'old trunk', 'satchel'])('one can look into a container of a premise: %s', (name) => {
  const world = buildFitting(`The cook Ines has left a ${name} in the kitchen. The boy Wim is afraid.`, { seed: 1 })
  const [, { at }] = Object.entries(world.things).find(([, thing]) => thing.name === name)!
  const player = new WorldPlayer(world, { seed: 1 })
  if (at in world.places) walkTo(player, at)
  expect(player.play(`look in the ${name}`).text).toMatch(/nothing|empty/)
})
