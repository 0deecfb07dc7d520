import type { JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'
import { countTurns } from '@narratoria/tool-sdk'

/** When something happened in the story: by the story's clock, where it has one, and by the turn. */
export interface GameTime {
  /** In-game days. */
  day: number | null
  seq: number | null
}

/**
 * Reads the story's clock from an input or the session state: `time` or `clock` as a number of days, or with `days` or `day`, and
 * `hours` or `hour`; also `day` and `hour` at the top.
 */
export function readDay(input: JsonValue | undefined, state: JsonObject): number | null {
  for (const clock of [input, state.time, state.clock, state.gameTime, state]) {
    const day = dayOf(clock)
    if (day !== null) return day
  }
  return null
}

function dayOf(clock: JsonValue | undefined): number | null {
  if (typeof clock === 'number' && Number.isFinite(clock)) return clock
  if (typeof clock !== 'object' || clock === null || Array.isArray(clock)) return null
  const day = clock.days ?? clock.day
  const hour = clock.hours ?? clock.hour
  if (typeof day !== 'number' && typeof hour !== 'number') return null
  return (typeof day === 'number' ? day : 0) + (typeof hour === 'number' ? hour / 24 : 0)
}

/** Where a story's time is taken from when it has no clock. */
export interface TurnTime {
  turnsPerDay: number
  /** The turns on the way to the present one. */
  line: NonNullable<ToolRequest['turn']>['line'] | undefined
}

/** In-game days between two moments, never less than none: by the clock where both know it, else by turns. */
export function daysBetween(from: GameTime, to: GameTime, { turnsPerDay, line }: TurnTime): number {
  if (from.day !== null && to.day !== null) return Math.max(0, to.day - from.day)
  if (from.seq === null || to.seq === null || turnsPerDay === 0) return 0
  return countTurns(line, { from: from.seq, to: to.seq }) / turnsPerDay
}
