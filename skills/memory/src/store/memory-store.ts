import type { Embedding } from '../embed/embedding.ts'
import type { EmbeddedEvent, MemoryEvent } from './event.ts'
import type { Pack } from './pack.ts'

/** The ranges of turn numbers on the path to the current turn. */
export type Line = readonly (readonly [number, number])[]

/** An event without an embedding. */
export interface UnembeddedEvent {
  id: number
  text: string
}

/** An event with its id. */
export type StoredEvent = Omit<MemoryEvent, 'key'> & { id: number }

/** The memories of one session. Events are never changed or removed. */
export interface MemoryStore {
  /** Returns a description of the damage, or undefined if the file is valid. */
  check(): string | undefined
  /** Adds events in one transaction. Events with a known key are ignored. Returns the number of new ones. */
  add(events: readonly EmbeddedEvent[]): number
  /** Adds embeddings to events, by id. */
  embed(embeddings: ReadonlyMap<number, Embedding>): void
  /** The events without an embedding of an embedder, newest first. */
  unembedded(embedder: string, limit: number): UnembeddedEvent[]
  /** True if every event has an embedding of an embedder. */
  covers(embedder: string): boolean
  /** Number of events without an embedding of an embedder. */
  missing(embedder: string): number
  /** Number of events on a line, or of all events. */
  count(line?: Line): number
  /** All events with an embedding of an embedder. */
  packs(embedder: string): Iterable<Pack>
  /** The ids of the events with a character or a place. */
  idsOf(kind: 'characters' | 'places', name: string): Set<number>
  /** The ids of the events with one of these texts. */
  idsOfTexts(texts: readonly string[]): Set<number>
  /** The events with these ids. */
  read(ids: readonly number[]): Map<number, StoredEvent>
  close(): void
}
