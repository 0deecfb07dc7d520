/** The time of an event: by the story's clock, if it has one, and by the turn. */
export interface GameTime {
  /** In-game days. */
  day: number | null
  seq: number | null
}

export interface ChangeRow extends GameTime {
  /** The name of the faction in its first spelling. */
  faction: string
  amount: number
  reason: string
  /** Unix time in milliseconds. */
  at: number
  /** The idempotency key, equal for all attempts of one invocation. */
  key: string
}

/** The ranges of turn numbers on the path to the current turn. */
export type Line = readonly (readonly [number, number])[]

/** A log of changes. Rows are never changed or removed. */
export interface ChangeLog {
  /** Adds changes in one transaction. Changes with a known key are ignored. Returns the number of new ones. */
  add(rows: readonly ChangeRow[]): number
  /** Every change, oldest first. */
  read(): ChangeRow[]
  close(): void
}

/** The rows on a line. Rows from outside a session belong to every line. */
export function onLine(rows: readonly ChangeRow[], line: Line | undefined): ChangeRow[] {
  if (!line) return [...rows]
  return rows.filter(({ seq }) => seq === null || line.some(([from, to]) => seq >= from && seq <= to))
}
