import type { Settings } from '../settings.ts'
import type { ChangeRow, GameTime } from '../store/change-log.ts'
import { daysBetween, type TurnTime } from './game-time.ts'

/** A faction's opinion of the player at a certain time. */
export interface Standing {
  id: string
  name: string
  /** The value on the scale, with one decimal. */
  value: number
  /** The value as a word. */
  standing: string
  /** All changes with the value after each, oldest first. */
  history: { change: number; reason: string; turn: number | null; value: number }[]
}

/** The id of a faction: its name in lower case without punctuation. */
export function factionId(name: string): string {
  const words =
    name
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return words
    .filter((word) => word !== 'the')
    .join('-')
    .slice(0, 80)
}

/**
 * Computes standings from all changes. A value decays towards zero with in-game time and is clamped to the scale after each change.
 * Nothing is stored, so changed settings and undo need no migration.
 */
export function computeStandings(
  rows: readonly ChangeRow[],
  now: GameTime & Pick<TurnTime, 'line'>,
  settings: Settings,
): Map<string, Standing> {
  const time = { turnsPerDay: settings.turnsPerDay, line: now.line }
  const standings = new Map<string, { standing: Standing; exact: number; last: GameTime }>()
  for (const row of rows) {
    const id = factionId(row.faction)
    const entry = standings.get(id) ?? {
      standing: { id, name: row.faction, value: 0, standing: '', history: [] },
      exact: 0,
      last: row,
    }
    const faded = fade(entry.exact, daysBetween(entry.last, row, time), settings)
    entry.exact = clamp(faded + row.amount, settings)
    entry.last = row
    entry.standing.history.push({ change: row.amount, reason: row.reason, turn: row.seq, value: round(entry.exact) })
    standings.set(id, entry)
  }
  return new Map(
    [...standings].map(([id, { standing, exact, last }]) => {
      const value = round(fade(exact, daysBetween(last, now, time), settings))
      return [id, { ...standing, value, standing: nameStanding(value, settings) }]
    }),
  )
}

/** The standing with a faction that has no changes. */
export function neutralStanding(name: string, settings: Settings): Standing {
  return { id: factionId(name), name, value: 0, standing: nameStanding(0, settings), history: [] }
}

function fade(value: number, days: number, { decayRate }: Settings): number {
  return value * (1 - decayRate) ** days
}

function clamp(value: number, { scaleMin, scaleMax }: Settings): number {
  return Math.max(scaleMin, Math.min(scaleMax, value))
}

function nameStanding(value: number, { scaleMin, scaleMax }: Settings): string {
  const share = value < 0 ? value / Math.abs(scaleMin || -1) : value / (scaleMax || 1)
  if (share <= -0.75) return 'hated'
  if (share <= -0.35) return 'distrusted'
  if (share <= -0.05) return 'disliked'
  if (share < 0.05) return 'neutral'
  if (share < 0.35) return 'liked'
  return share < 0.75 ? 'trusted' : 'honoured'
}

function round(value: number): number {
  return Math.round(value * 10) / 10 || 0
}
