/** Bytes that each value counts in addition to its text, because many small values take longer to check than one text. */
const bytesPerValue = 512
/** Characters that each value of a change counts in addition to its text: merging and storing it costs more than text does. */
const charactersPerChange = 16
/** Advice for the author of a plan, or its host. */
export const howToShorten = 'write large data to a file and pass its path, or raise maxInputBytes'
const valuesPerStep = 2_000
const charactersPerStep = 500_000

/**
 * Returns the size of plain data in bytes: its keys and texts as UTF-8, and 512 for each value. Counting ends at `limit`, so that the
 * size of anything larger is some number above it, however large or deep it is. Yields between its steps.
 */
export function* sizeUpTo(limit: number, value: unknown): Generator<void, number> {
  const open: unknown[] = [value]
  let size = 0
  for (let count = 1; open.length > 0; count += 1) {
    const next = open.pop()
    size += bytesPerValue + (typeof next === 'string' ? bytesUpTo(limit, next) : 0)
    if (size > limit) return size
    if (count % valuesPerStep === 0) yield
    if (typeof next !== 'object' || next === null) continue
    // Before anything is read of it: a list may have gaps.
    if (Array.isArray(next) && next.length * bytesPerValue > limit) return next.length * bytesPerValue
    for (const key of Object.keys(next)) {
      if (!Array.isArray(next)) size += bytesUpTo(limit, key)
      if (size + open.length * bytesPerValue > limit) return limit + 1
      open.push((next as Record<string, unknown>)[key])
    }
  }
  return size
}

/** Finishes counting without a pause. */
export function isLargerThan(limit: number, value: unknown): boolean {
  return finish(sizeUpTo(limit, value)) > limit
}

function finish<T>(steps: Iterator<void, T>): T {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The bytes of a text as UTF-8, or its characters if those are more than the limit. */
function bytesUpTo(limit: number, text: string): number {
  return text.length > limit ? text.length : Buffer.byteLength(text)
}

/**
 * Returns why the JSON text of a plan is too large to be parsed, if it is. As it also has the fields of the tools, it may have twice as
 * many values as inputs alone. Yields between its steps.
 */
export function* findExcess(text: string, limit: number): Generator<void, string | undefined> {
  if (bytesUpTo(limit, text) > limit) return `the text of the plan has more than ${limit} bytes`
  const mostValues = Math.floor((2 * limit) / bytesPerValue)
  const values = yield* countValues(text, mostValues)
  return values > mostValues ? `the text of the plan has more than ${mostValues} values` : undefined
}

/** About how many values a JSON text has; counting ends above `limit`. Yields between its steps. */
function* countValues(text: string, limit: number): Generator<void, number> {
  let values = 1
  for (let [at, readTo] = [0, 0]; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === comma || character === brace || character === bracket) values += 1
    if (values > limit) return values
    if (at - readTo < charactersPerStep) continue
    readTo = at
    yield
  }
  return values
}

/** The size of a change of the state: the characters of its JSON text, and 16 for each value. Counting ends above `limit`. */
export function changeSizeUpTo(limit: number, text: string): number {
  if (text.length > limit) return text.length
  const values = finish(countValues(text, Math.ceil((limit - text.length) / charactersPerChange)))
  return text.length + values * charactersPerChange
}

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === backslash) at += 1
    else if (character === quote) return at
  }
  return text.length
}
