/**
 * Counts the turns of `line` with numbers above `from`, up to and including `to`. Turns that were undone keep their numbers but
 * are not part of the line.
 *
 * @param line the request's `turn.line`. Defaults to every number
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { countTurns } from '@narratoria/tool-sdk'
 *
 * assert.equal(countTurns([[1, 3], [6, 8]], { from: 2, to: 7 }), 3)
 * ```
 */
export function countTurns(
  line: readonly (readonly [number, number])[] | undefined,
  { from, to }: { from: number; to: number },
): number {
  if (!line) return Math.max(0, to - from)
  let count = 0
  for (const range of line) count += Math.max(0, Math.min(range[1], to) - Math.max(range[0] - 1, from))
  return count
}
