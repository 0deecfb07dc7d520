import type { Embedding } from '../embed/embedding.ts'
import type { EmbeddedEvent, MemoryEvent } from './event.ts'
import type { Pack } from './pack.ts'

/** The ranges of turn numbers on the way to the present one. */
export type Line = readonly (readonly [number, number])[]

/** An event that still lacks an embedding. */
export interface UnembeddedEvent {
  id: number
  text: string
}

/** An event as it is read back. */
export type StoredEvent = Omit<MemoryEvent, 'key'> & { id: number }

/** The memories of one session. They are only ever added. */
export interface MemoryStore {
  /** What is wrong with the file; undefined when nothing is. */
  check(): string | undefined
  /** Adds events, all or none; one whose key is known is left as it is. Gives how many are new. */
  add(events: readonly EmbeddedEvent[]): number
  /** Adds embeddings to events that lack them. */
  embed(embeddings: ReadonlyMap<number, Embedding>): void
  /** The events that the named embedder has not embedded, latest first. */
  unembedded(embedder: string, limit: number): UnembeddedEvent[]
  /** True when the search can find every event by the named embedder. */
  covers(embedder: string): boolean
  /** How many events the named embedder has yet to embed. */
  missing(embedder: string): number
  /** How many events lie on a line; all of them without one. */
  count(line?: Line): number
  /** Everything that the named embedder has embedded. */
  packs(embedder: string): Iterable<Pack>
  /** The ids of the events that speak of a character, or a place. */
  idsOf(kind: 'characters' | 'places', name: string): Set<number>
  /** The ids of the events that have one of these texts. */
  idsOfTexts(texts: readonly string[]): Set<number>
  /** The events with these ids. */
  read(ids: readonly number[]): Map<number, StoredEvent>
  close(): void
}
