import type { JsonObject } from '@narratoria/protocol'
import type { Kind, StoryState } from './story-state.ts'

const prefixes: Record<Kind, string> = { character: 'C', location: 'L', thing: 'T', relationship: 'R' }

/** The next unused id of a kind, and the patch that reserves it. */
export function allocateId(story: StoryState, kind: Kind): { id: string; nextIds: JsonObject } {
  const entities = {
    character: story.characters,
    location: story.locations,
    thing: story.things,
    relationship: story.relationships,
  }[kind]
  const counted = story.nextIds[kind]
  const used = Object.keys(entities).map((id) => Number(id.slice(1)) + 1)
  const next = used.reduce(
    (highest, number) => Math.max(highest, number || 0),
    typeof counted === 'number' ? counted : 0,
  )
  return { id: `${prefixes[kind]}${next}`, nextIds: { [kind]: next + 1 } }
}
