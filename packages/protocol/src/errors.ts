// This module imports nothing, so that a host can recognize errors without loading a schema.

const brand = Symbol.for('narratoria.error')

/**
 * The base class of the errors that Narratoria throws. `code` is a stable identifier. `message` says what happened, where, and what
 * to do, and contains no secret.
 */
export class NarratoriaError<Code extends string = string> extends Error {
  /** The name of the class, also after minification. */
  static readonly className: string = 'NarratoriaError'

  readonly code: Code

  constructor(code: Code, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.name = new.target.className
    const chain: string[] = []
    for (let type = new.target; typeof type?.className === 'string'; type = Object.getPrototypeOf(type))
      chain.push(type.className)
    Object.defineProperty(this, brand, { value: chain })
  }

  /** Whether `value` is an error of this class or a subclass, even one of another copy of the package. */
  static isInstance<T extends NarratoriaError>(this: { className: string; prototype: T }, value: unknown): value is T {
    if (typeof value !== 'object' || value === null) return false
    const chain: unknown = Reflect.get(value, brand)
    return Array.isArray(chain) && chain.includes(this.className)
  }
}

/** Why a line of a tool's output is not valid. */
export type ProtocolErrorCode =
  | 'invalid_json'
  | 'not_an_object'
  | 'unsupported_version'
  | 'unknown_event_type'
  | 'invalid_event'
  | 'invalid_utf8'
  | 'line_too_long'

/** The most characters of a line in an excerpt. */
const maxExcerptLength = 200

/** A line of a tool's output is not a valid event. */
export class ProtocolError extends NarratoriaError<ProtocolErrorCode> {
  static override readonly className: string = 'ProtocolError'

  /** Shortens a line to an `excerpt`. */
  static readonly excerptOf: (text: string) => string = excerptOf

  /** The line number, from 1. Blank lines count. */
  readonly line: number
  /** The start of the line, at most 200 characters. */
  readonly excerpt: string

  constructor(code: ProtocolErrorCode, message: string, where: { line: number; text: string }, options?: ErrorOptions) {
    super(code, `line ${where.line}: ${message}`, options)
    this.line = where.line
    this.excerpt = excerptOf(where.text)
  }
}

/** The first 200 characters of a line, never ending in half of a surrogate pair. */
function excerptOf(text: string): string {
  if (text.length <= maxExcerptLength) return text
  const last = text.charCodeAt(maxExcerptLength - 2)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, maxExcerptLength - (isHalf ? 2 : 1))}…`
}
