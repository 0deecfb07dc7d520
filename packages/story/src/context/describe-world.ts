import type { StoryMemory } from '../memory/entities.ts'
import { type Beat, type Outline, partOf } from '../outline/outline.ts'
import { holderOf, replay, worldId } from '../world/story-world.ts'
import { fitLines } from './tokens.ts'

/** Describes the beat that a scene has to narrate, and what its act and part are about. */
export function describeBeat(beat: Beat | undefined, outline: Outline, memory: StoryMemory): string {
  if (!beat) return 'The outline has no further beat.'
  const part = partOf(outline, beat.id)
  const act = part?.acts.find(({ beats }) => beats.some(({ id }) => id === beat.id))
  const nameOf = (id: string) =>
    memory.characters[id]?.name ?? memory.locations[id]?.name ?? memory.things[id]?.name ?? id
  const list = (ids: readonly string[]) => ids.map((id) => `${nameOf(id)} (${id})`).join(', ') || 'none'
  const turning = act?.beats.find(({ turning_point: isTurning }) => isTurning === true)
  return [
    `${beat.id}: ${beat.purpose}`,
    `People: ${list(beat.people)}. Place: ${beat.place === null ? 'free' : list([beat.place])}. Things: ${list(beat.things)}.`,
    `Part: ${part?.title ?? ''}. Act: ${act?.title ?? ''}.${turning && turning.id !== beat.id ? ` The act turns on: ${turning.purpose}` : ''}`,
    part?.plot ? `The truth, which is not known before it is found: ${part.plot.secret}` : '',
    outline.want === '' ? '' : `Want: ${outline.want}. Obstacle: ${outline.obstacle}.`,
  ]
    .filter((line) => line !== '')
    .join('\n')
}

/** Describes where things are, and who is dead or gone. What the beat names comes first. */
export function describeWorld(
  memory: StoryMemory,
  { beat, hero, tokens }: { beat: Beat | undefined; hero: string; tokens: number },
): string {
  const { world } = replay(memory)
  const nameOf = (id: string) =>
    memory.characters[id]?.name ?? memory.locations[id]?.name ?? memory.things[id]?.name ?? id
  const ids = new Map(
    [...Object.keys(memory.locations), ...Object.keys(memory.things), ...Object.keys(memory.characters)].map((id) => [
      worldId(id),
      id,
    ]),
  )
  const lost = Object.keys(memory.characters).flatMap((id) =>
    world.is(worldId(id), 'dead')
      ? [`- ${nameOf(id)} (${id}) is dead`]
      : world.is(worldId(id), 'gone')
        ? [`- ${nameOf(id)} (${id}) has left permanently`]
        : [],
  )
  const where = (thing: string) => {
    const holder = holderOf(world, thing, memory)
    if (holder !== undefined) return `${nameOf(holder)} (${holder}) has it`
    const at = world.locationOf(worldId(thing)).replace(/^(?:in|on):/, '')
    return at === 'nowhere' ? 'no one knows where it is' : `at ${nameOf(ids.get(at) ?? at)}`
  }
  const wanted = new Set(beat?.things)
  const carried = (id: string) => holderOf(world, id, memory) === hero
  const things = Object.keys(memory.things)
    .toSorted((a, b) => Number(wanted.has(b)) - Number(wanted.has(a)) || Number(carried(b)) - Number(carried(a)))
    .map((id) => `- ${nameOf(id)} (${id}): ${where(id)}`)
  return (
    fitLines([...things.slice(0, 6), ...lost.toReversed(), ...things.slice(6)], tokens, 'lines').join('\n') ||
    'Nothing is known.'
  )
}
