import { isDeepStrictEqual } from 'node:util'
import { phrases } from '@narratoria/content'
import { mergePatch } from '@narratoria/protocol'
import fc from 'fast-check'
import { expect } from 'vitest'
import {
  type Act,
  perform,
  possibleActs,
  Scene,
  validateWorld,
  validateWorldState,
  viewOf,
  type World,
  type WorldState,
} from '../../src/index.ts'
import { scopeOf } from '../../src/scene/scope.ts'
import { anyAct, anyWorld, likelyAct } from './worlds.ts'

/** Plays random acts in random worlds, some `acts` in all, and checks after each what must hold in every state. */
export function playAtRandom({ acts, perWorld }: { acts: number; perWorld: number }): void {
  const offered = fc.nat({ max: 20 })
  const play = fc.oneof(
    { weight: 1, arbitrary: anyAct },
    { weight: 2, arbitrary: likelyAct },
    { weight: 1, arbitrary: offered },
  )
  const plays = fc.array(play, {
    minLength: perWorld,
    maxLength: perWorld,
  })
  fc.assert(
    fc.property(anyWorld, plays, (world, played) => {
      expect(validateWorld(world)).toEqual([])
      freeze(world)
      const states = playAll(world, played)
      expect(isDeepStrictEqual(playAll(world, played).at(-1), states.at(-1))).toBe(true)
    }),
    { numRuns: Math.ceil(acts / perWorld) },
  )
}

/** A number stands for one of the acts that the world offers. */
function playAll(world: World, plays: readonly (Act | number)[]): WorldState[] {
  let state: WorldState = {}
  const states = [state]
  for (const [index, play] of plays.entries()) {
    const offered = typeof play === 'number' ? possibleActs(world, state, { phrases }) : []
    const act: Act = typeof play === 'number' ? (offered[play % offered.length]?.act ?? { act: 'wait' }) : play
    freeze(state)
    const before = JSON.stringify(state)
    const {
      state: after,
      patch,
      status,
      entries,
    } = perform(world, state, act, { seq: index + 1, phrases, endTurn: index % 3 !== 0 })
    expect(JSON.stringify(state)).toBe(before)
    expect(isDeepStrictEqual(mergePatch(state as never, patch), after), JSON.stringify(patch)).toBe(true)
    expect(validateWorldState(after)).toEqual([])
    expect(
      entries.every(({ text }) => isWellFormed(text)),
      entries.map(({ text }) => text).join('\n'),
    ).toBe(true)
    // A rule that comes before an act can take away what the act needs.
    const mayRefuse = Object.values(world.rules ?? {}).some(
      ({ refuse, order }) => refuse !== undefined || order === 'before',
    )
    if (typeof play === 'number' && state.ended === undefined && !mayRefuse)
      expect(status, `${JSON.stringify(act)} was offered`).toBe('done')
    if (status === 'refused') expect(after.at).toEqual(state.at)
    else checkReach(world, { state, after, act })
    checkLocations(new Scene(world, after))
    state = after
    states.push(state)
  }
  viewOf(world, state)
  return states
}

/** Nothing is taken that was not in sight, or that an effect could not have moved. */
function checkReach(world: World, { state, after, act }: { state: WorldState; after: WorldState; act: Act }): void {
  const moved = Object.entries(after.at ?? {}).filter(
    ([id, at]) => at === 'player' && new Scene(world, state).locationOf(id) !== at,
  )
  const byEffect = new Set(
    JSON.stringify([world.rules, world.beats, world.people])
      .match(/"move":\["\w+"/g)
      ?.map((each) => each.slice(9, -1)),
  )
  const before = new Scene(world, state)
  for (const [id] of moved)
    if (!byEffect.has(id)) {
      expect(before.placeOf(id), `${JSON.stringify(act)} moved ${id}`).toBe(before.here)
      expect(before.is(id, 'hidden') && !JSON.stringify(world.rules).includes('hidden')).toBe(false)
    }
}

function checkLocations(scene: Scene): void {
  const known = new Set(['player', 'nowhere', ...Object.keys(scene.places), ...Object.keys(scene.people)])
  const wrong = Object.keys(scene.things).filter((id) => {
    const at = scene.locationOf(id)
    return scene.isWithin(id, id) || !(known.has(at) || (/^(?:in|on):/.test(at) && at.slice(3) in scene.things))
  })
  expect([...wrong, ...(scene.here in scene.places ? [] : ['player'])]).toEqual([])
  const inScope = scopeOf(scene).map(({ id }) => id)
  expect(new Set(inScope).size).toBe(inScope.length)
}

// No slot is left, no space is doubled, and each text begins and ends like a sentence.
function isWellFormed(text: string): boolean {
  return !/[{}]|undefined| {2}| [.,?]/.test(text) && /^["“(\p{Lu}]/u.test(text) && /[.!?”")]$/.test(text)
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const each of Object.values(value)) freeze(each)
}
