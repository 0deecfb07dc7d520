import type { JsonObject, JsonValue } from '@narratoria/protocol'

/** About how many characters a piece has, unless one string is longer. */
const pieceLength = 64 * 1024

/**
 * Writes JSON in pieces, each of which takes well under a millisecond. Joined, they are the text of `JSON.stringify`. The value must
 * not change meanwhile.
 */
export function* jsonPieces(value: JsonValue): Generator<string, void, undefined> {
  let piece = ''
  for (const part of parts(value)) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

function* parts(value: JsonValue): Generator<string, void, undefined> {
  if (isShort(value)) {
    yield JSON.stringify(value)
    return
  }
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const key of Object.keys(value as JsonObject)) {
    const start = isList ? before : `${before}${JSON.stringify(key)}:`
    const member = (value as JsonObject)[key]!
    if (isShort(member)) yield start + JSON.stringify(member)
    else {
      yield start
      yield* parts(member)
    }
    before = ','
  }
  // The opening bracket of an empty value is not written yet: it is short.
  yield isList ? ']' : '}'
}

/** Whether a value fits into one piece, or is one string or number. No more of it is read than fits. */
export function isShort(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return true
  const open: JsonValue[] = [value]
  for (let left = pieceLength; open.length > 0;) {
    const next = open.pop()!
    left -= typeof next === 'string' ? next.length + 2 : 8
    if (left < 0) return false
    if (typeof next !== 'object' || next === null) continue
    for (const key of Object.keys(next)) {
      left -= key.length + 4
      if (left < 0) return false
      open.push((next as JsonObject)[key]!)
    }
  }
  return true
}
