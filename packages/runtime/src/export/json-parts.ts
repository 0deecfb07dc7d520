import { type JsonValue, isJsonObject } from '@narratoria/protocol'

/** A part of a JSON document: a value of its root object, or one element of a list there. */
export interface JsonPart {
  key: string
  /** The index in the list; `undefined` outside a list. The start of a list is a part with index -1. */
  index?: number
  value?: JsonValue
}

/**
 * Reads a JSON document whose root is an object in parts. `exportSession` writes each list element on its own line, so its
 * documents are read in memory for the longest line. A document in another layout is parsed as a whole.
 *
 * @throws {SyntaxError} if it is not such a document
 */
export async function* readJsonParts(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<JsonPart> {
  const lines = readLines(chunks)
  const { value: first = '' } = await lines.next()
  if (!/^\{"format":.*\},$/.test(first)) {
    const text = [first]
    for await (const line of lines) text.push(line)
    return yield* partsOf(JSON.parse(text.join('\n')) as JsonValue)
  }
  yield* partsOf(JSON.parse(`${first.slice(0, -1)}}`) as JsonValue)
  yield* readLists(lines)
}

function* partsOf(document: JsonValue): Generator<JsonPart> {
  if (!isJsonObject(document)) throw new SyntaxError('its root is not an object')
  for (const [key, value] of Object.entries(document)) {
    if (!Array.isArray(value)) yield { key, value }
    else {
      yield { key, index: -1 }
      yield* value.map((element, index) => ({ key, index, value: element }))
    }
  }
}

/** Reads the lists of a document: a line with the key, a line for each element, and a closing line. */
async function* readLists(lines: AsyncIterable<string>): AsyncGenerator<JsonPart> {
  let key: string | undefined
  let index = -1
  let isComplete = false
  for await (const line of lines) {
    if (isComplete || (key === undefined && !isStart(line))) throw new SyntaxError('a line is not part of a list')
    if (key === undefined) {
      key = line.slice(1, -3)
      index = -1
      yield { key, index }
    } else if (line === '],' || line === ']}') {
      key = undefined
      isComplete = line === ']}'
    } else {
      index += 1
      yield { key, index, value: JSON.parse(line.replace(/,$/, '')) as JsonValue }
    }
  }
  if (!isComplete) throw new SyntaxError('it is cut off')
}

function isStart(line: string): boolean {
  return /^"\w+":\[$/.test(line)
}

/** Splits text at line feeds. The last line is left out if it is empty. */
async function* readLines(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string, undefined> {
  let pending: string[] = []
  for await (const chunk of chunks) {
    const [end = '', ...starts] = chunk.split('\n')
    pending.push(end)
    for (const start of starts) {
      yield pending.join('')
      pending = [start]
    }
  }
  const last = pending.join('')
  if (last !== '') yield last
}
