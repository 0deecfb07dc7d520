/** A stored time as ISO text. `null` if it is not a valid date, which an imported file may contain. */
export function isoTime(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return Number.isNaN(date.valueOf()) ? null : date.toISOString()
}

/** A stored time for lists, 16 characters long. */
export function shortTime(milliseconds: number): string {
  return (isoTime(milliseconds) ?? 'no date').slice(0, 16).replace('T', ' ').padEnd(16)
}
