import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { builtinEmbedder, embedBuiltin } from '../embed/builtin.ts'
import { type EmbeddedEvent, type MemoryEvent, searchText } from './event.ts'
import type { Line, MemoryStore, StoredEvent, UnembeddedEvent } from './memory-store.ts'
import { type Pack, packRows } from './pack.ts'

/**
 * Stores the memories of a session in a text file with one line of JSON per invocation. An incomplete line of a killed process is
 * ignored as a transaction that did not happen. Writers only append. Embeddings are not stored: each search computes the built-in
 * ones.
 */
export class FileStore implements MemoryStore {
  readonly #path: string
  #events: MemoryEvent[]

  /**
   * Reads the file. A missing file is empty.
   *
   * @throws {SyntaxError} if a line before the last one is not valid JSON
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
    // A leading line feed ends an incomplete line of a killed writer.
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
    const matches = (entry: string) =>
      entry.toLowerCase() === wanted || ` ${entry.toLowerCase()} `.includes(` ${wanted} `)
    return new Set(this.#events.flatMap((event, id) => (event[kind].some(matches) ? [id] : [])))
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
 * Reads every event of a file; of events with the same key only the first. `onInvalid` is called for lines that are not valid JSON.
 *
 * @throws {SyntaxError} for such a line if `onInvalid` is missing
 */
export function readLines(path: string, onInvalid?: (error: SyntaxError) => void): MemoryEvent[] {
  if (!existsSync(path)) return []
  const events = new Map<string, MemoryEvent>()
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    for (const event of parseLine(line, onInvalid)) if (!events.has(event.key)) events.set(event.key, event)
  }
  return [...events.values()]
}

function parseLine(line: string, onInvalid: ((error: SyntaxError) => void) | undefined): MemoryEvent[] {
  if (line.trim() === '') return []
  try {
    return JSON.parse(line) as MemoryEvent[]
  } catch (error) {
    // An incomplete line of a killed writer.
    if ('[{"'.startsWith(line.slice(0, 3)) && !line.endsWith(']')) return []
    if (!onInvalid) throw error
    onInvalid(error as SyntaxError)
    return []
  }
}
