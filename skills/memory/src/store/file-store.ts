import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { builtinEmbedder, embedBuiltin } from '../embed/builtin.ts'
import { type EmbeddedEvent, type MemoryEvent, searchText } from './event.ts'
import type { Line, MemoryStore, StoredEvent, UnembeddedEvent } from './memory-store.ts'
import { type Pack, packRows } from './pack.ts'

/**
 * Keeps the memories of a session in a text file: one line of JSON for all events of one invocation, so that a line that was cut
 * off by a killed process is a whole transaction that never was. Writers only append. It keeps no embeddings: each
 * search makes the built-in ones anew.
 */
export class FileStore implements MemoryStore {
  readonly #path: string
  #events: MemoryEvent[]

  /**
   * Reads the file; a missing one is empty.
   *
   * @throws {SyntaxError} when somebody broke it before its last line
   */
  constructor(path: string) {
    this.#path = path
    this.#events = readLines(path)
  }

  check(): undefined {}

  add(events: readonly EmbeddedEvent[]): number {
    this.#events = readLines(this.#path)
    const known = new Set(this.#events.map(({ key }) => key))
    const fresh = events.map(({ event }) => event).filter(({ key }) => !known.has(key))
    if (fresh.length === 0) return 0
    // A line feed first, should the last writer have been killed in the middle of its line.
    appendFileSync(this.#path, `\n${JSON.stringify(fresh)}\n`)
    this.#events = readLines(this.#path)
    return fresh.length
  }

  embed(): void {}

  unembedded(): UnembeddedEvent[] {
    return []
  }

  covers(embedder: string): boolean {
    return embedder === builtinEmbedder
  }

  missing(): number {
    return 0
  }

  count(line?: Line): number {
    if (!line) return this.#events.length
    return this.#events.filter(({ seq }) => seq === null || line.some(([from, to]) => seq >= from && seq <= to)).length
  }

  packs(embedder: string): Pack[] {
    if (embedder !== builtinEmbedder || this.#events.length === 0) return []
    return [packRows(this.#events.map((event, id) => ({ ...event, id, ...embedBuiltin(searchText(event)) })))]
  }

  idsOf(kind: 'characters' | 'places', name: string): Set<number> {
    const wanted = name.toLowerCase()
    const speaks = (entry: string) =>
      entry.toLowerCase() === wanted || ` ${entry.toLowerCase()} `.includes(` ${wanted} `)
    return new Set(this.#events.flatMap((event, id) => (event[kind].some(speaks) ? [id] : [])))
  }

  idsOfTexts(texts: readonly string[]): Set<number> {
    const wanted = new Set(texts)
    return new Set(this.#events.flatMap(({ text }, id) => (wanted.has(text) ? [id] : [])))
  }

  read(ids: readonly number[]): Map<number, StoredEvent> {
    return new Map(ids.flatMap((id) => (this.#events[id] ? [[id, { ...this.#events[id], id }]] : [])))
  }

  close(): void {}
}

/**
 * Reads every event of a file; of two with the same key the first. `onBroken` is told of a line that is no JSON.
 *
 * @throws {SyntaxError} for such a line, where nobody is to be told
 */
export function readLines(path: string, onBroken?: (error: SyntaxError) => void): MemoryEvent[] {
  if (!existsSync(path)) return []
  const events = new Map<string, MemoryEvent>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    for (const event of parseLine(line, onBroken)) if (!events.has(event.key)) events.set(event.key, event)
  }
  return [...events.values()]
}

function parseLine(line: string, onBroken: ((error: SyntaxError) => void) | undefined): MemoryEvent[] {
  if (line.trim() === '') return []
  try {
    return JSON.parse(line) as MemoryEvent[]
  } catch (error) {
    // A line that begins like a transaction and ends too early was never finished.
    if (line.startsWith('[{"') && !line.endsWith(']')) return []
    if (!onBroken) throw error
    onBroken(error as SyntaxError)
    return []
  }
}
