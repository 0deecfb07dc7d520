import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { holds } from '../rules/condition.ts'
import { Scene } from '../scene/scene.ts'
import { hasLight, scopeOf } from '../scene/scope.ts'
import { descriptionIn, isPlaceNamed, variantOf } from './describe.ts'

/** What the player can see and knows: all that a narrator may describe as present. */
export interface WorldView {
  turn: number
  place: { id: string; name: string; description?: string; dark: boolean }
  exits: { direction: string; to?: string; closed?: boolean }[]
  things: { id: string; name: string; where: string; properties: string[] }[]
  carried: { id: string; name: string; properties: string[] }[]
  people: {
    id: string
    name: string
    pronoun: string
    dead: boolean
    feeling: number
    doing?: string
    holds: string[]
  }[]
  goals: { id: string; text: string; done: boolean }[]
  ended?: { id: string; title: string; kind: string }
}

/**
 * Returns the view of the player on the world.
 *
 *
 * @example
 * ```ts
 * import { viewOf, type World } from '@narratoria/world'
 *
 * const world: World = {
 *   title: 'A key',
 *   opening: 'You wake in a cell.',
 *   player: { at: 'cell' },
 *   places: { cell: { name: 'cell', description: 'Four walls.' } },
 *   things: { key: { name: 'brass key', at: 'cell', description: 'It is cold.' } },
 *   people: {},
 * }
 * const view = viewOf(world, {})
 * if (view.place.name !== 'cell') throw new Error(view.place.name)
 * ```
 */
export function viewOf(world: World, state: WorldState): WorldView {
  const scene = new Scene(world, state)
  const scope = scopeOf(scene)
  const place = scene.places[scene.here]
  const lit = hasLight(scene)
  const { ended } = state
  const description = descriptionIn(scene, scene.here)
  return {
    turn: state.turn ?? 0,
    place: {
      id: scene.here,
      name: place?.name ?? scene.here,
      dark: !lit,
      ...(description !== undefined && lit && { description }),
    },
    exits: Object.entries(scene.exitsOf(scene.here)).map(([direction, { to, door }]) => ({
      direction,
      ...((state.visited?.[to] !== undefined || isPlaceNamed(scene, to)) && { to: scene.places[to]?.name ?? to }),
      ...(door !== undefined && !scene.isOpen(door) && { closed: true }),
    })),
    things: scope
      .filter(({ kind, carried, heldBy }) => kind === 'thing' && !carried && heldBy === undefined)
      .map(({ id }) => ({ ...named(scene, id), where: scene.locationOf(id) })),
    carried: scope.filter(({ kind, carried }) => kind === 'thing' && carried).map(({ id }) => named(scene, id)),
    people: scope.filter(({ kind }) => kind === 'person').map(({ id }) => personView(scene, id)),
    goals: Object.entries(world.goals ?? {})
      .filter(([, { known }]) => holds(scene, known))
      .map(([id, { text, done }]) => ({ id, text, done: holds(scene, done) })),
    ...(ended !== undefined && {
      ended: { id: ended, title: world.endings?.[ended]?.title ?? ended, kind: world.endings?.[ended]?.kind ?? 'lost' },
    }),
  }
}

function named(scene: Scene, id: string): { id: string; name: string; properties: string[] } {
  const changed = Object.keys(scene.state.is?.[id] ?? {})
  const all = [...new Set([...(scene.things[id]?.is ?? []), ...changed])].filter((property) => scene.is(id, property))
  return { id, name: scene.things[id]?.name ?? id, properties: all.filter((property) => property !== 'scenery') }
}

function personView(scene: Scene, id: string): WorldView['people'][number] {
  const { name, pronoun = 'they' } = scene.people[id]!
  const text = first(variantOf(scene, id, 'doing')?.text)
  return {
    id,
    name,
    pronoun,
    dead: scene.is(id, 'dead'),
    feeling: scene.feelingOf(id),
    ...(text !== undefined && !scene.is(id, 'dead') && { doing: text }),
    holds: scene.thingsAt(id).map((thing) => scene.things[thing]!.name),
  }
}

function first(text: string | string[] | undefined): string | undefined {
  return typeof text === 'string' ? text : text?.[0]
}
