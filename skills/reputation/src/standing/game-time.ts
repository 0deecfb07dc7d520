import type { JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'
import { countTurns } from '@narratoria/tool-sdk'
import type { GameTime } from '../store/change-log.ts'

/**
 * Reads the story's clock from the input or the state: `time`, `clock` or `gameTime` as a number of days or an object with `days` or
 * `day` and `hours` or `hour`; or `day` and `hour` of the state itself. Returns null if there is none.
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

/** How turns become time in a story without a clock. */
export interface TurnTime {
  turnsPerDay: number
  /** The ranges of turns on the path to the current one. */
  line: NonNullable<ToolRequest['turn']>['line'] | undefined
}

/** In-game days between two times, at least 0: by the clock if both have one, otherwise by turns. */
export function daysBetween(from: GameTime, to: GameTime, { turnsPerDay, line }: TurnTime): number {
  if (from.day !== null && to.day !== null) return Math.max(0, to.day - from.day)
  if (from.seq === null || to.seq === null || turnsPerDay === 0) return 0
  return countTurns(line, { from: from.seq, to: to.seq }) / turnsPerDay
}
