import { existsSync, renameSync } from 'node:fs'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { embedBuiltin } from '../embed/builtin.ts'
import { type MemoryEvent, searchText } from './event.ts'
import { readLines } from './file-store.ts'
import type { MemoryStore } from './memory-store.ts'

/** The result of replacing a damaged file. */
export interface Damage {
  /** The error message of SQLite. */
  reason: string
  /** The new name of the damaged file. */
  setAside: string
  /** Number of events that were recovered. */
  saved: number
}

/** SQLITE_CORRUPT and SQLITE_NOTADB including their extended codes, or a line that is not valid JSON. */
export function isDamage(error: unknown): boolean {
  if (error instanceof SyntaxError) return true
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && [11, 26].includes(code & 0xff)
}

/** Renames a damaged file and creates a new one with all events that can still be read. */
export function setAside(path: string, reason: string, open: (path: string) => MemoryStore): Damage {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = path.replace(/(\.\w+)$/, `.damaged-${stamp}$1`)
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  const events = path.endsWith('.jsonl') ? readLines(aside, () => {}) : readReadableRows(aside)
  const store = open(path)
  try {
    const saved = store.add(events.map((event) => ({ event, embeddings: [embedBuiltin(searchText(event))] })))
    return { reason, setAside: basename(aside), saved }
  } finally {
    store.close()
  }
}

/** Reads from both ends until the first error. */
function readReadableRows(path: string): MemoryEvent[] {
  const found = new Map<string, MemoryEvent>()
  for (const order of ['ASC', 'DESC']) {
    let db: DatabaseSync | undefined
    try {
      db = new DatabaseSync(path, { readOnly: true })
      for (const row of db.prepare(`SELECT * FROM memories NOT INDEXED ORDER BY id ${order}`).iterate()) {
        const event = toEvent(row as Record<string, unknown>)
        if (event) found.set(event.key, event)
      }
    } catch {
      // Rows after the damage cannot be read.
    } finally {
      db?.close()
    }
  }
  return [...found.values()].toSorted((left, right) => left.at - right.at)
}

function toEvent(row: Record<string, unknown>): MemoryEvent | undefined {
  try {
    const { key, text, details, seq, at, significance } = row
    if (typeof key !== 'string' || typeof text !== 'string') return undefined
    return {
      key,
      text,
      details: String(details),
      seq: typeof seq === 'number' ? seq : null,
      at: Number(at),
      significance: Number(significance),
      characters: JSON.parse(String(row.characters)) as string[],
      places: JSON.parse(String(row.places)) as string[],
    }
  } catch {
    return undefined
  }
}
