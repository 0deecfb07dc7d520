/** Reads a time as chats write it: milliseconds, ISO, "June 1, 2024 3:04pm" or "2024-6-1 @15h 4m 5s 678ms". */
export function readDate(value: unknown): number | undefined {
  if (typeof value === 'number') return validTime(value)
  if (typeof value !== 'string') return undefined
  if (/^\d{11,14}$/.test(value)) return validTime(Number(value))
  const [, date, hours = '0', minutes = '0', seconds = '0'] =
    /^(\d{4}-\d{1,2}-\d{1,2})\s*@\s*(\d{1,2})h\s*(\d{1,2})m\s*(?:(\d{1,2})s)?/.exec(value) ?? []
  if (date !== undefined) {
    const [year, month, day] = date.split('-').map(Number)
    return validTime(Date.UTC(year!, month! - 1, day, Number(hours), Number(minutes), Number(seconds)))
  }
  return validTime(Date.parse(value.replace(/(\d)\s*([ap]m)\b/i, '$1 $2')))
}

function validTime(time: number): number | undefined {
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15 ? Math.trunc(time) : undefined
}
