/** A line of output. */
export interface RawLine {
  /** The line number, from 1. */
  number: number
  /** Without its line feed. */
  bytes: Uint8Array
  /** With its line feed, if it has one. */
  whole: Uint8Array
  /** False for a last line without a line feed. */
  ended: boolean
}

/** Splits output at its line feeds. A line feed at the end does not start another line. */
export function* splitLines(stdout: Uint8Array): Generator<RawLine, void, void> {
  let number = 0
  for (let start = 0; start < stdout.length;) {
    const found = stdout.indexOf(0x0a, start)
    const end = found === -1 ? stdout.length : found
    const next = Math.min(end + 1, stdout.length)
    yield {
      number: (number += 1),
      bytes: stdout.subarray(start, end),
      whole: stdout.subarray(start, next),
      ended: found !== -1,
    }
    start = next
  }
}
