import type { Embedding } from '../embed/embedding.ts'

/** Something that happened, as it is kept. */
export interface MemoryEvent {
  /** What happened, in the player's words or an author's. */
  text: string
  /** What came of it, such as "door inscription: Ancient runes". */
  details: string
  characters: string[]
  places: string[]
  /** 0 to 1. */
  significance: number
  /** The turn's number; null outside a session, where an event belongs to every line. */
  seq: number | null
  /** Unix time in milliseconds. */
  at: number
  /** The same for every attempt at the same work. */
  key: string
}

/** The text that an event is found by. */
export function searchText({ text, details }: Pick<MemoryEvent, 'text' | 'details'>): string {
  return details === '' ? text : `${text} ${details}`
}

/** An event with its embeddings. */
export interface EmbeddedEvent {
  event: MemoryEvent
  embeddings: Embedding[]
}
