import { novelContent } from '@narratoria/content/novels'
import type { Scene as WorldScene } from '@narratoria/world'
import type { StoryMemory } from '../memory/entities.ts'
import { type Beat, type Outline, partOf } from '../outline/outline.ts'
import { holderOf, replay, worldId } from './story-world.ts'

/** The people of a list who can be present: neither dead nor gone. */
export function availableIn(memory: StoryMemory, people: readonly string[]): string[] {
  const { world } = replay(memory)
  return people.filter(
    (id) => memory.characters[id] && !world.is(worldId(id), 'dead') && !world.is(worldId(id), 'gone'),
  )
}

/** What a beat needs and the story does not have, in words. The state defaults to the one after the last scene. */
export function unmetNeeds(
  beat: Beat,
  { memory, outline, world = replay(memory).world }: { memory: StoryMemory; outline: Outline; world?: WorldScene },
): string[] {
  const plot = partOf(outline, beat.id)?.plot
  const { needs = [], changes = [] } = novelContent.kinds[beat.kind] ?? {}
  if (!plot) return []
  const nameOf = (id: string | undefined) =>
    memory.characters[id ?? '']?.name ?? memory.things[id ?? '']?.name ?? 'something'
  const gone = beat.people.filter((id) => world.is(worldId(id), 'dead') || world.is(worldId(id), 'gone'))
  const unmet = gone.map((id) => `${nameOf(id)} cannot be there`)
  for (const [check, who, what] of needs) {
    const [person, thing] = [plot.roles[who], plot.roles[what]]
    if (check === 'has' && thing !== undefined && holderOf(world, thing, memory) !== person)
      unmet.push(`${nameOf(person)} does not have ${nameOf(thing)}`)
    if (check === 'knows' && world.state.knows?.[worldId(person ?? '')]?.[plot.secret] === undefined)
      unmet.push(`${nameOf(person)} does not know the secret`)
  }
  // What is handled or handed over must be in reach.
  for (const id of new Set([
    ...beat.things,
    ...changes.flatMap(([change, what]) => (change === 'move' ? [plot.roles[what] ?? ''] : [])),
  ])) {
    const holder = id === '' ? undefined : holderOf(world, id, memory)
    if (holder !== undefined && !beat.people.includes(holder)) unmet.push(`${nameOf(holder)} has ${nameOf(id)}`)
  }
  return unmet
}
