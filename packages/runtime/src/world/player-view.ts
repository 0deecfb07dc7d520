import type { PlanWorld } from '@narratoria/planner'
import { Scene, viewOf } from '@narratoria/world'

/** A person whom the player knows. */
export interface KnownPerson {
  id: string
  name: string
  pronoun: string
  isHere: boolean
  isDead: boolean
  /** How the person feels about the player: negative for dislike, 0 for neither. */
  feeling: number
  /** What the person is doing; only of those who are here. */
  doing?: string
}

/** What the player knows of the world of a story. */
export interface PlayerView {
  place: { name: string; description?: string; isDark: boolean }
  exits: { direction: string; to?: string; isClosed: boolean }[]
  carried: string[]
  /** Those who are here first. */
  people: KnownPerson[]
  goals: { text: string; isDone: boolean }[]
  /** The places where the player was, the newest last. */
  places: string[]
  /** The ending that was reached. */
  ending?: string
}

/** What the player knows of a world in a state. */
export function playerViewOf({ world, state }: PlanWorld): PlayerView {
  const { place, exits, carried, people, goals, ended } = viewOf(world, state)
  const scene = new Scene(world, state)
  const here = people.map(({ id, name, pronoun, dead, feeling, doing }) => ({
    id,
    name,
    pronoun,
    isHere: true,
    isDead: dead,
    feeling,
    ...(doing !== undefined && { doing }),
  }))
  const isMet = (id: string) => ['met', 'examined'].some((how) => state.happened?.[`${how}:${id}`] !== undefined)
  const elsewhere = Object.entries(scene.people)
    .filter(([id]) => isMet(id) && !here.some((person) => person.id === id))
    .map(([id, { name, pronoun = 'they' }]) => ({
      id,
      name,
      pronoun,
      isHere: false,
      // The player may not know of a death elsewhere.
      isDead: false,
      feeling: scene.feelingOf(id),
    }))
  const visited = Object.entries(state.visited ?? {}).toSorted(([, a], [, b]) => a - b)
  const { name, description, dark } = place
  return {
    place: { name, isDark: dark, ...(description !== undefined && { description }) },
    exits: exits.map(({ direction, to, closed = false }) => ({
      direction,
      isClosed: closed,
      ...(to !== undefined && { to }),
    })),
    carried: carried.map((thing) => thing.name),
    people: [...here, ...elsewhere],
    goals: goals.map(({ text, done }) => ({ text, isDone: done })),
    places: visited.map(([id]) => scene.places[id]?.name ?? id),
    ...(ended && { ending: ended.title }),
  }
}
