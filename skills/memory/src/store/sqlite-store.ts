import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Embedding } from '../embed/embedding.ts'
import { type EmbeddedEvent, searchText } from './event.ts'
import type { Line, MemoryStore, StoredEvent, UnembeddedEvent } from './memory-store.ts'
import { decodePack, encodeNumbers, type Pack, packRows, packSize, type Row } from './pack.ts'
import { prepareSchema } from './schema.ts'

/** Stores the memories of a session in one SQLite file, with packed embeddings for the search. */
export class SqliteStore implements MemoryStore {
  readonly #db: DatabaseSync

  /** Opens the file and creates it if it is missing. */
  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true })
    this.#db = new DatabaseSync(path, { timeout: 20_000 })
    try {
      this.#db.exec('PRAGMA synchronous = NORMAL; PRAGMA mmap_size = 1073741824')
      prepareSchema(this.#db)
    } catch (error) {
      this.#db.close()
      throw error
    }
  }

  close(): void {
    this.#db.close()
  }

  check(): string | undefined {
    const { quick_check: verdict } = this.#db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string }
    return verdict === 'ok' ? undefined : verdict
  }

  add(events: readonly EmbeddedEvent[]): number {
    return this.#transaction(() => {
      const insert = this.#db.prepare(
        'INSERT OR IGNORE INTO memories (key, seq, at, text, details, characters, places, significance) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
      )
      let added = 0
      for (const { event, embeddings } of events) {
        const { key, seq, at, text, details, characters, places, significance } = event
        const lists = [characters, places].map((list) => JSON.stringify(list)) as [string, string]
        const { changes, lastInsertRowid } = insert.run(key, seq, at, text, details, ...lists, significance)
        if (changes === 0) continue
        added++
        for (const embedding of embeddings) this.#addVector(Number(lastInsertRowid), embedding)
      }
      for (const embedder of new Set(events.flatMap(({ embeddings }) => embeddings.map((entry) => entry.embedder))))
        this.#pack(embedder)
      return added
    })
  }

  embed(embeddings: ReadonlyMap<number, Embedding>): void {
    this.#transaction(() => {
      for (const [id, embedding] of embeddings) this.#addVector(id, embedding)
      for (const embedder of new Set([...embeddings.values()].map((entry) => entry.embedder))) this.#pack(embedder)
    })
  }

  unembedded(embedder: string, limit: number): UnembeddedEvent[] {
    const rows = this.#db
      .prepare(
        'SELECT id, text, details FROM memories m WHERE NOT EXISTS (SELECT 1 FROM vectors v WHERE v.embedder = ? AND v.memory = m.id) ORDER BY id DESC LIMIT ?',
      )
      .all(embedder, limit) as unknown as { id: number; text: string; details: string }[]
    return rows.map((row) => ({ id: row.id, text: searchText(row) }))
  }

  covers(embedder: string): boolean {
    return this.missing(embedder) === 0
  }

  missing(embedder: string): number {
    const { missing } = this.#db
      .prepare(
        'SELECT (SELECT count(*) FROM memories WHERE id > p.last) - (SELECT count(*) FROM vectors WHERE embedder = ?1 AND memory > p.last) AS missing FROM (SELECT coalesce(max(last), -1) AS last FROM packs WHERE embedder = ?1) p',
      )
      .get(embedder) as { missing: number }
    return Math.max(0, missing)
  }

  count(line?: Line): number {
    const row = line
      ? this.#db
          .prepare(
            'SELECT (SELECT count(*) FROM memories WHERE seq IS NULL) + (SELECT count(*) FROM json_each(?) range JOIN memories m ON m.seq BETWEEN range.value ->> 0 AND range.value ->> 1) AS events',
          )
          .get(JSON.stringify(line))
      : this.#db.prepare('SELECT count(*) AS events FROM memories').get()
    return (row as { events: number }).events
  }

  *packs(embedder: string): Generator<Pack> {
    let last = -1
    const stored = this.#db
      .prepare('SELECT last, numbers, vectors FROM packs WHERE embedder = ? ORDER BY last')
      .iterate(embedder)
    for (const row of stored as Iterable<{ last: number; numbers: Uint8Array; vectors: Uint8Array }>) {
      last = row.last
      yield decodePack(row.numbers, row.vectors)
    }
    const rest = this.#rows(embedder, last, -1)
    // Vectors of one embedder should have equal lengths; others cannot be packed.
    const fitting = rest.filter(({ vector }) => vector.length === rest[0]!.vector.length)
    if (fitting.length > 0) yield packRows(fitting)
  }

  idsOf(kind: 'characters' | 'places', name: string): Set<number> {
    const rows = this.#db
      .prepare(
        `SELECT id FROM memories m WHERE EXISTS (SELECT 1 FROM json_each(m.${kind}) e WHERE lower(e.value) = ?1 OR instr(' ' || lower(e.value) || ' ', ' ' || ?1 || ' ') > 0)`,
      )
      .all(name.toLowerCase()) as { id: number }[]
    return new Set(rows.map(({ id }) => id))
  }

  idsOfTexts(texts: readonly string[]): Set<number> {
    const rows = this.#db
      .prepare('SELECT id FROM memories WHERE text IN (SELECT value FROM json_each(?))')
      .all(JSON.stringify(texts)) as { id: number }[]
    return new Set(rows.map(({ id }) => id))
  }

  read(ids: readonly number[]): Map<number, StoredEvent> {
    const rows = this.#db
      .prepare('SELECT m.* FROM json_each(?) wanted JOIN memories m ON m.id = wanted.value')
      .all(JSON.stringify(ids)) as unknown as (Omit<StoredEvent, 'characters' | 'places'> & {
      characters: string
      places: string
    })[]
    return new Map(
      rows.map((row) => [
        row.id,
        { ...row, characters: JSON.parse(row.characters), places: JSON.parse(row.places) } as StoredEvent,
      ]),
    )
  }

  #addVector(memory: number, { embedder, norm, vector }: Embedding): void {
    this.#db
      .prepare('INSERT OR IGNORE INTO vectors (embedder, memory, norm, vector) VALUES (?, ?, ?, ?)')
      .run(embedder, memory, norm, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength))
  }

  #rows(embedder: string, after: number, limit: number): Row[] {
    const rows = this.#db
      .prepare(
        'SELECT m.id, m.seq, m.at, m.significance, v.norm, v.vector FROM vectors v JOIN memories m ON m.id = v.memory WHERE v.embedder = ? AND v.memory > ? ORDER BY v.memory LIMIT ?',
      )
      .all(embedder, after, limit) as unknown as (Omit<Row, 'vector'> & { vector: Uint8Array })[]
    return rows.map((row) => ({
      ...row,
      vector: new Int8Array(row.vector.buffer, row.vector.byteOffset, row.vector.byteLength),
    }))
  }

  /** Packs the oldest unpacked events while there are enough and all of them have embeddings. */
  #pack(embedder: string): void {
    const { last } = this.#db
      .prepare('SELECT coalesce(max(last), -1) AS last FROM packs WHERE embedder = ?')
      .get(embedder) as { last: number }
    const insert = this.#db.prepare('INSERT INTO packs (embedder, last, numbers, vectors) VALUES (?, ?, ?, ?)')
    for (let after = last; ;) {
      const rows = this.#rows(embedder, after, packSize)
      if (rows.length < packSize || this.#hasGap(embedder, after, rows.at(-1)!.id)) return
      const pack = packRows(rows)
      after = rows.at(-1)!.id
      insert.run(embedder, after, encodeNumbers(pack), pack.vectors as unknown as SQLInputValue)
    }
  }

  #hasGap(embedder: string, after: number, until: number): boolean {
    const { gap } = this.#db
      .prepare(
        'SELECT EXISTS (SELECT 1 FROM memories m WHERE m.id > ?2 AND m.id <= ?3 AND NOT EXISTS (SELECT 1 FROM vectors v WHERE v.embedder = ?1 AND v.memory = m.id)) AS gap',
      )
      .get(embedder, after, until) as { gap: number }
    return gap === 1
  }

  #transaction<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#db.exec('COMMIT')
      return result
    } catch (error) {
      this.#db.exec('ROLLBACK')
      throw error
    }
  }
}
