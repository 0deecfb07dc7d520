import type { GameTime } from '../standing/game-time.ts'

/** One change of one standing. */
export interface ChangeRow extends GameTime {
  /** The faction's name as it was first written. */
  faction: string
  amount: number
  reason: string
  /** Unix time in milliseconds. */
  at: number
  /** The same for every attempt at the same work. */
  key: string
}

/** The ranges of turn numbers on the way to the present one. */
export type Line = readonly (readonly [number, number])[]

/** Where changes are kept. Rows are only ever added. */
export interface ChangeLog {
  /** Adds changes, all or none; one whose key is known is left as it is. Gives how many are new. */
  add(rows: readonly ChangeRow[]): number
  /** Every change, oldest first. */
  read(): ChangeRow[]
  close(): void
}

/** Keeps the rows that lie on a line; rows from outside a session lie on every one. */
export function onLine(rows: readonly ChangeRow[], line: Line | undefined): ChangeRow[] {
  if (!line) return [...rows]
  return rows.filter(({ seq }) => seq === null || line.some(([from, to]) => seq >= from && seq <= to))
}
