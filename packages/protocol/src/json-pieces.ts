/** About how many characters a piece has. */
const pieceLength = 64 * 1024

/**
 * Writes plain data as JSON in pieces, each of which takes well under a millisecond. Joined, they are the text of `JSON.stringify`. The
 * value must not change meanwhile.
 *
 * @throws {TypeError} as `JSON.stringify`
 */
export function* jsonPieces(value: unknown): Generator<string, void, undefined> {
  let piece = ''
  for (const part of partsOf(value, listOnce())) {
    piece += part
    if (piece.length < pieceLength) continue
    yield piece
    piece = ''
  }
  if (piece !== '') yield piece
}

/** The text of a value: as a whole if it is short, or else that of its members. */
function* partsOf(value: unknown, keysOf: ListKeys): Generator<string, void, undefined> {
  if (typeof value === 'string') return yield* partsOfString(value)
  if (isShort(value, keysOf) || hasOwnText(value)) return yield JSON.stringify(value) ?? 'null'
  yield* partsOfMembers(value as object, keysOf)
}

/** The text of a list or an object that is not short. */
function* partsOfMembers(value: object, keysOf: ListKeys): Generator<string, void, undefined> {
  const isList = Array.isArray(value)
  let before = isList ? '[' : '{'
  for (const key of keysOf(value)) {
    const member = (value as Record<string, unknown>)[key]
    if (!isList && (member === undefined || typeof member === 'function' || typeof member === 'symbol')) continue
    const start = isList ? before : `${before}${JSON.stringify(key)}:`
    if (isShort(member, keysOf)) yield start + (JSON.stringify(member) ?? 'null')
    else {
      yield start
      if (typeof member === 'string' || hasOwnText(member)) yield* partsOf(member, keysOf)
      else yield* partsOfMembers(member as object, keysOf)
    }
    before = ','
  }
  yield before === ',' ? (isList ? ']' : '}') : JSON.stringify(value)
}

type ListKeys = (value: object) => readonly string[]

/** The keys of an object with at least this many are listed once. Listing 50,000 takes 10 ms. */
const manyKeys = 1_000

function listOnce(): ListKeys {
  const lists = new Map<object, readonly string[]>()
  return (value) => {
    const known = lists.get(value)
    if (known) return known
    const keys = Object.keys(value)
    if (keys.length >= manyKeys) lists.set(value, keys)
    return keys
  }
}

/** The text of a string: of each part of it. No part ends between the halves of a character. */
function* partsOfString(value: string): Generator<string, void, undefined> {
  if (value.length <= pieceLength) return yield JSON.stringify(value)
  yield '"'
  for (let start = 0; start < value.length;) {
    let end = start + pieceLength
    if (isHighSurrogate(value.charCodeAt(end - 1))) end -= 1
    yield JSON.stringify(value.slice(start, end)).slice(1, -1)
    start = end
  }
  yield '"'
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function hasOwnText(value: unknown): boolean {
  return typeof (value as { toJSON?: unknown }).toJSON === 'function'
}

/** Whether a value fits into one piece. No more of it is read than fits. */
export function isShort(value: unknown, keysOf: ListKeys = Object.keys): boolean {
  if (typeof value === 'string') return value.length <= pieceLength
  if (typeof value !== 'object' || value === null) return true
  const open: unknown[] = [value]
  for (let left = pieceLength; open.length > 0;) {
    const next = open.pop()
    left -= typeof next === 'string' ? next.length + 2 : 8
    if (left < 0) return false
    if (typeof next !== 'object' || next === null) continue
    for (const key of keysOf(next)) {
      left -= key.length + 4
      if (left < 0) return false
      open.push((next as Record<string, unknown>)[key])
    }
  }
  return true
}
