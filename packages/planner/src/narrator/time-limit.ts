const longestTimerMs = 2 ** 31 - 1

/**
 * A limit in milliseconds as the system's timers take it: whole, and none that is longer than they count, since to them
 * Infinity is no time at all.
 *
 * @throws {RangeError} the value is below 0 or no number; names the option
 */
export function timeLimit(name: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise
  if (typeof value === 'number' && value >= 0) return Math.min(Math.ceil(value), longestTimerMs)
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new RangeError(`The option ${name} must be a number from 0; it is ${shown}.`)
}
