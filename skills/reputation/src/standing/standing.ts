import type { Settings } from '../settings.ts'
import type { ChangeRow } from '../store/change-log.ts'
import { daysBetween, type GameTime, type TurnTime } from './game-time.ts'

/** How a faction thinks of the player at some moment. */
export interface Standing {
  id: string
  name: string
  /** On the scale, to one decimal. */
  value: number
  /** In a word. */
  standing: string
  /** Every change with the value right after it, oldest first. */
  history: { change: number; reason: string; turn: number | null; value: number }[]
}

/** A faction's identity: its name without case and signs. */
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
 * Computes standings from what happened. Each value fades towards zero with in-game time and is kept on the scale after each
 * change, so nothing has to be rewritten as time passes, and what is undone was never there.
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

/** The standing with a faction that nothing has happened with. */
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
