/** About how many characters a piece has. */
const pieceLength = 128 * 1024

/**
 * Returns the JSON text of plain data in pieces, so that a large request holds the event loop for one piece at a time. Joined, they
 * are the text of `JSON.stringify`. Small data is one piece.
 *
 * @throws {TypeError} as `JSON.stringify`
 */
export function* jsonPieces(value: unknown): Generator<string> {
  let piece = ''
  for (const part of partsOf(value)) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** The text of a value: as a whole if it is small, or else that of its parts. */
function* partsOf(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null || 'toJSON' in value || lengthUpTo(pieceLength, value) < pieceLength)
    return yield JSON.stringify(value) ?? 'null'
  const isArray = Array.isArray(value)
  let separator = isArray ? '[' : '{'
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    if (!isArray && (inner === undefined || typeof inner === 'function')) continue
    yield isArray ? separator : `${separator}${JSON.stringify(key)}:`
    yield* partsOf(inner)
    separator = ','
  }
  yield separator === ',' ? (isArray ? ']' : '}') : JSON.stringify(value)
}

/** About how many characters the text of a value has. Counting ends at `limit`. */
function lengthUpTo(limit: number, value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value !== 'object' || value === null) return 4
  let length = 2
  for (const key in value) {
    length += Array.isArray(value) ? 1 : key.length + 4
    length += lengthUpTo(limit - length, (value as Record<string, unknown>)[key])
    if (length >= limit) break
  }
  return length
}
