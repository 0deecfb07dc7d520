/** Returns ascending inclusive ranges of turn numbers with one more number at the end. */
export function extendRanges(ranges: [number, number][], seq: number): [number, number][] {
  const last = ranges.at(-1)
  return last && last[1] === seq - 1 ? [...ranges.slice(0, -1), [last[0], seq]] : [...ranges, [seq, seq]]
}
