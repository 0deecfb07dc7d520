import type { Embedding } from '../embed/embedding.ts'

export interface MemoryEvent {
  /** The event in the words of the player or the author. */
  text: string
  /** Its outcome, such as "door inscription: Ancient runes". */
  details: string
  characters: string[]
  places: string[]
  /** 0 to 1. */
  significance: number
  /** The number of the turn. Null outside a session; then the event belongs to every line. */
  seq: number | null
  /** Unix time in milliseconds. */
  at: number
  /** The idempotency key, equal for all attempts of one invocation. */
  key: string
}

/** The text that is searched. */
export function searchText({ text, details }: Pick<MemoryEvent, 'text' | 'details'>): string {
  return details === '' ? text : `${text} ${details}`
}

export interface EmbeddedEvent {
  event: MemoryEvent
  embeddings: Embedding[]
}
