/**
 * Counts the turns that lie between two turns of a story: those of `line` with a number above `from`, up to `to`. The
 * numbers alone tell too much, since turns that were taken back keep theirs.
 *
 * @param line the request's `turn.line`; without one every number counts
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
