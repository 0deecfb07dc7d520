import type { World } from '@narratoria/world'
import { nearestOf } from './nearest.ts'
import type { Premise } from './premise.ts'

/** Gives to people what the premise says that they have, unless the plot has put it elsewhere. */
export function giveHeld<T extends Pick<World, 'people' | 'things' | 'places'>>(world: T, { things }: Premise): T {
  const given = Object.entries(world.things).flatMap(([id, thing]) => {
    const heldBy = things.find(({ name }) => name === thing.name)?.heldBy
    const holder = Object.keys(world.people).find(
      (person) => heldBy !== undefined && [heldBy, nearestOf({ name: heldBy })].includes(world.people[person]!.name),
    )
    const isFree = Object.hasOwn(world.places, thing.at)
    return holder === undefined || !isFree ? [] : [[id, { ...thing, at: holder }] as const]
  })
  return { ...world, things: { ...world.things, ...Object.fromEntries(given) } }
}
