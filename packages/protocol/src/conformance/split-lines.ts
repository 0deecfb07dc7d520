/** A physical line of output. */
export interface RawLine {
  /** Counted from 1. */
  number: number
  /** Without its line feed. */
  bytes: Uint8Array
  /** False for a last line that no line feed ended. */
  ended: boolean
}

/** Cuts output at its line feeds. A line feed at the very end starts no further line. */
export function splitLines(stdout: Uint8Array): RawLine[] {
  const lines: RawLine[] = []
  for (let start = 0; start < stdout.length;) {
    const end = stdout.indexOf(0x0a, start)
    const bytes = stdout.subarray(start, end === -1 ? stdout.length : end)
    lines.push({ number: lines.length + 1, bytes, ended: end !== -1 })
    start = end === -1 ? stdout.length : end + 1
  }
  return lines
}
