import type { JsonValue } from '@narratoria/protocol'

/** A part of a JSON document: a value of its root object, or one element of a list there. */
export interface JsonPart {
  key: string
  /** The index in the list; `undefined` outside a list. The start of a list is a part with index -1. */
  index?: number
  value?: JsonValue
}

/**
 * Reads a JSON document whose root is an object, part by part, in memory for its largest part.
 * Throws a `SyntaxError` if it is not such a document.
 */
export async function* readJsonParts(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<JsonPart> {
  const cutter = new PartCutter()
  for await (const chunk of chunks) yield* cutter.push(chunk)
  cutter.end()
}

/**
 * Finds the ends of parts; `JSON.parse` reads each. Stream parsers build their own objects, four times slower, and treat
 * a key `__proto__` as the prototype.
 */
class PartCutter {
  /** The text of the current part in earlier chunks. */
  #earlier: string[] = []
  #key: string | undefined
  /** The next index in the current list. */
  #index: number | undefined
  /** The nesting depth: 0 outside the root object, 1 in it. */
  #depth = 0
  #inString = false
  /** Whether the first character of the next chunk is escaped. */
  #escaped = false
  #state: 'before' | 'part' | 'after a list' | 'after a comma' | 'done' = 'before'

  end(): void {
    if (this.#state !== 'done' || this.#textWith('').trim() !== '') fail('it is cut off, or goes on after its end')
  }

  *push(chunk: string): Generator<JsonPart> {
    let from = 0
    for (let at = this.#nextMark(chunk, 0); at >= 0; at = this.#nextMark(chunk, at + 1)) {
      const mark = chunk[at]!
      if (!this.#isBorder(mark, () => this.#textWith(chunk.slice(from, at)))) continue
      const part = this.#cut(mark, this.#textWith(chunk.slice(from, at)))
      this.#earlier = []
      from = at + 1
      if (part) yield part
    }
    this.#earlier.push(chunk.slice(from))
  }

  #textWith(text: string): string {
    return this.#earlier.length === 0 ? text : this.#earlier.join('') + text
  }

  /** The offset of the next mark outside strings. */
  #nextMark(chunk: string, start: number): number {
    let from = start
    while (from < chunk.length) {
      if (this.#escaped) {
        this.#escaped = false
        from += 1
      } else if (this.#inString) {
        inString.lastIndex = from
        const found = inString.exec(chunk)
        if (!found) return -1
        from = found.index + 1
        if (found[0] === '"') this.#inString = false
        else this.#escaped = true
      } else {
        outside.lastIndex = from
        const found = outside.exec(chunk)
        if (!found) return -1
        if (found[0] !== '"') return found.index
        this.#inString = true
        from = found.index + 1
      }
    }
    return -1
  }

  /** Returns whether a mark ends a part, a key or the text between them, and counts the nesting depth. */
  #isBorder(mark: string, text: () => string): boolean {
    if (this.#depth === 0) return true
    const [opens, closes] = [mark === '{' || mark === '[', mark === '}' || mark === ']']
    if (this.#depth === (this.#index === undefined ? 1 : 2)) {
      if (mark === ',' || closes) return true
      if (this.#index === undefined && mark === ':' && this.#key === undefined) return true
      if (this.#index === undefined && mark === '[' && this.#key !== undefined && text().trim() === '') return true
    }
    if (opens) this.#depth += 1
    if (closes) this.#depth -= 1
    return false
  }

  #cut(mark: string, text: string): JsonPart | undefined {
    if (this.#depth === 0) return this.#begin(mark, text)
    if (this.#index !== undefined) return this.#cutElement(mark, text, this.#index)
    if (mark === ':') return this.#cutKey(text)
    if (mark === '[') return this.#beginList()
    return this.#cutValue(mark, text)
  }

  #begin(mark: string, text: string): undefined {
    if (this.#state !== 'before' || mark !== '{' || text.trim() !== '') fail('its root is not an object')
    this.#depth = 1
    this.#state = 'part'
  }

  #cutKey(text: string): undefined {
    const key: unknown = JSON.parse(text)
    if (typeof key !== 'string') return fail('a key is not a string')
    this.#key = key
  }

  #beginList(): JsonPart {
    this.#depth = 2
    this.#index = 0
    return { key: this.#key!, index: -1 }
  }

  #cutElement(mark: string, text: string, index: number): JsonPart | undefined {
    if (mark === '}') fail('a list is not closed')
    const isEmpty = mark === ']' && index === 0 && text.trim() === ''
    this.#index = index + 1
    if (mark === ']') {
      this.#index = undefined
      this.#depth = 1
      this.#state = 'after a list'
    }
    return isEmpty ? undefined : { key: this.#key!, index, value: JSON.parse(text) as JsonValue }
  }

  #cutValue(mark: string, text: string): JsonPart | undefined {
    if (mark === ']') fail('its root is not closed')
    const [key, state] = [this.#key, this.#state]
    this.#key = undefined
    this.#state = mark === '}' ? 'done' : 'after a comma'
    if (mark === '}') this.#depth = 0
    const nothing = text.trim() === ''
    if (state === 'after a list' && nothing) return undefined
    if (key === undefined && nothing && mark === '}' && state === 'part') return undefined
    if (key === undefined || state === 'after a list') return fail('a key or a comma is missing')
    return { key, value: JSON.parse(text) as JsonValue }
  }
}

const inString = /["\\]/g
const outside = /["{}[\],:]/g

function fail(reason: string): never {
  throw new SyntaxError(reason)
}
