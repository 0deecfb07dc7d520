/** The longest time that a timer takes, in milliseconds. */
export const longestTimerMs = 2 ** 31 - 1

/**
 * Checks a time limit in milliseconds and returns it as timers take it: an integer of at most 2^31 − 1. A timer would treat
 * a larger value, such as Infinity, as 1 ms.
 *
 * @throws {RangeError} if the value is negative or not a number
 */
export function timeLimit(name: string, value: number | undefined, defaultMs: number): number {
  if (value === undefined) return defaultMs
  if (typeof value === 'number' && value >= 0) return Math.min(Math.ceil(value), longestTimerMs)
  const shown = typeof value === 'string' ? JSON.stringify(value) : String(value)
  throw new RangeError(`The option ${name} must be a non-negative number; it is ${shown}.`)
}
