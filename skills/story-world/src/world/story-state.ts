import { isJsonObject, type JsonObject } from '@narratoria/protocol/light'

/** The kinds of entities that tools create. */
export type Kind = 'character' | 'location' | 'thing' | 'relationship'

/** The novel's memory for tools. Entities are by id. */
export interface StoryState {
  seed: string
  tick: number
  characters: Record<string, JsonObject>
  locations: Record<string, JsonObject>
  things: Record<string, JsonObject>
  relationships: Record<string, JsonObject>
  openLoops: Record<string, JsonObject>
  scenes: Record<string, JsonObject>
  /** What tools of this plan have changed in the world. */
  changes: JsonObject[]
  nextIds: JsonObject
}

/** Reads `state.story`. Missing and invalid parts are empty. */
export function readStory(state: JsonObject): StoryState {
  const story = isJsonObject(state.story) ? state.story : {}
  return {
    seed: typeof story.seed === 'string' ? story.seed : '',
    tick: typeof story.tick === 'number' ? story.tick : 0,
    characters: entitiesOf(story.characters),
    locations: entitiesOf(story.locations),
    things: entitiesOf(story.things),
    relationships: entitiesOf(story.relationships),
    openLoops: entitiesOf(story.open_loops),
    scenes: entitiesOf(story.scenes),
    changes: Array.isArray(story.changes) ? story.changes.filter((change) => isJsonObject(change)) : [],
    nextIds: isJsonObject(story.next_ids) ? story.next_ids : {},
  }
}

/** A text field of an entity, or an empty string. */
export function textOf(entity: JsonObject | undefined, field: string): string {
  const value = entity?.[field]
  return typeof value === 'string' ? value : ''
}

/** A list of texts of an entity, or an empty list. */
export function textsOf(entity: JsonObject | undefined, field: string): string[] {
  const value = entity?.[field]
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : []
}

function entitiesOf(value: unknown): Record<string, JsonObject> {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1])),
  )
}
