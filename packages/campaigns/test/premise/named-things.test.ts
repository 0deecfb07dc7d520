import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, Scene, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'
import { fullPremises } from './full-premises.ts'
import { walkTo } from './walk-to.ts'

const inLowerCase = (list: readonly { name: string }[]) => list.map(({ name }) => name.toLowerCase()).join(' | ')

describe.each(fullPremises)('$place: $text', (premise) => {
  const world = buildFitting(premise.text, { plot: 'secret' })

  it('begins at its place, with its people and things', () => {
    expect(checkWorld(world)).toEqual([])
    const scene = new Scene(world, {})
    expect(world.places[scene.here]!.name.toLowerCase()).toContain(premise.place)
    const here = <T extends { name: string }>(all: Record<string, T>) =>
      inLowerCase(Object.entries(all).flatMap(([id, each]) => (roomOf(world, id) === scene.here ? [each] : [])))
    for (const name of premise.people) expect(here(world.people)).toContain(name.toLowerCase())
    for (const name of premise.things) expect(here(world.things)).toContain(name)
  })

  it('has words to read on what can be read, and no two people who do the same', () => {
    for (const thing of Object.values(world.things))
      if (/telegram|letter|diary|logbook|scroll|receipt|deed/.test(thing.name)) expect(thing.text).toBeTruthy()
    const doings = Object.values(world.people).map(({ doing }) => doing)
    expect(new Set(doings).size).toBe(doings.length)
  })
})

const withMissing = fullPremises.flatMap((premise) =>
  premise.missing === undefined ? [] : [{ ...premise, missing: premise.missing }],
)

it.each(withMissing)('$place: hides $missing, and ends when it is given back', (premise) => {
  const world = buildFitting(premise.text, { plot: 'secret' })
  const goals = Object.values(world.goals!).map(({ text }) => String(text))
  const [id] = Object.entries(world.things).find(([, { name }]) => name.includes(premise.missing))!
  expect(goals[0]).toMatch(new RegExp(`^Find .*${premise.missing}\\.$`))
  const { state } = fetchAndGive(world, id)
  expect(state.ended).toBe('returned')
})

it('keeps the space behind an owner in the plural', () => {
  const { places } = buildFitting("A keeper on a smugglers' island waits for a boat.")
  expect(Object.values(places).map(({ name }) => name)).toContain("smugglers' island")
})

it('offers to show the proof to the one who kept it, which ends the story', () => {
  const world = buildFitting(fullPremises[0]!.text, { plot: 'secret' })
  const keeper = Object.keys(world.people).at(-1)!
  const token = world.rules!['read_token']!.on!.thing as string
  const player = new WorldPlayer(world, {
    state: { at: { player: world.people[keeper]!.at, [token]: 'player' }, visited: {} },
  })
  const showing = () => offerActs(world, player.state, { phrases }).find(({ act }) => act.act === 'show')
  expect(showing()).toBeUndefined()
  player.perform([{ act: 'read', thing: token }])
  expect(showing()?.text).toMatch(/^Show the .+ to .+/)
  player.perform([showing()!.act])
  expect(player.state.ended).toBe('confronted')
})

it('lets the first thing that can be read say whom to ask', () => {
  const world = buildFitting(fullPremises[0]!.text, { plot: 'secret' })
  const keeper = Object.values(world.people).at(-1)!
  const player = new WorldPlayer(world)
  player.play('read the telegram')
  walkTo(player, keeper.at)
  expect(player.play(`ask ${keeper.name} about the door`).text).toContain('The key is warm')
})

it('takes what a premise asks for its goal', () => {
  const goalOf = (text: string) => Object.values(buildFitting(text).goals!)[0]!.text
  const [radio] = fullPremises.filter(({ text }) => text.includes('radio'))
  expect(goalOf(radio!.text)).toBe('Find out who smashed the radio.')
  const [ward] = fullPremises.filter(({ place }) => place === 'ward')
  expect(goalOf(ward!.text)).toBe('Find out what happened to your mother.')
})

function roomOf(world: World, id: string): string {
  return placeAround(world, world.people[id]?.at ?? world.things[id]!.at)
}

function placeAround(world: World, at: string): string {
  return at.startsWith('on:') ? placeAround(world, world.things[at.slice(3)]!.at) : at
}

/** Asks for the key, fetches what is missed, and gives it to its owner. */
function fetchAndGive(world: World, thing: string): WorldPlayer {
  const player = new WorldPlayer(world)
  const [owner] = Object.entries(world.people).find(([, { wants }]) => wants?.[0]!.thing === thing)!
  const keeper = Object.keys(world.people).at(-1)!
  player.perform([{ act: 'ask', person: owner, topic: world.people[keeper]!.name }])
  walkTo(player, world.people[keeper]!.at)
  player.perform([{ act: 'ask', person: keeper, topic: 'locked door' }])
  const [door] = Object.entries(world.things).find(([, { key }]) => key !== undefined)!
  player.perform([{ act: 'unlock', thing: door }])
  walkTo(player, Object.keys(world.places).at(-1)!)
  const { at } = world.things[thing]!
  if (at.startsWith('in:')) player.perform([{ act: 'open', thing: at.slice('in:'.length) }])
  player.perform([{ act: 'take', thing }])
  walkTo(player, world.people[owner]!.at)
  player.perform([{ act: 'give', thing, person: owner }])
  return player
}
