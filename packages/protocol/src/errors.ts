// Imported by everything, importing nothing: a host can tell Narratoria's errors apart without loading a schema.

const brand = Symbol.for('narratoria.error')

/**
 * The base of every error that Narratoria throws on purpose. `code` is a stable identifier to branch on; `message` says
 * what happened, where, and what to do, and never holds a secret.
 */
export class NarratoriaError<Code extends string = string> extends Error {
  /** The class's name as it is branded; survives minification and several copies of a package in one process. */
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

  /** Tells whether `value` is an error of this class or of one below it, whichever copy of the package made it. */
  static isInstance<T extends NarratoriaError>(this: { className: string; prototype: T }, value: unknown): value is T {
    if (typeof value !== 'object' || value === null) return false
    const chain: unknown = Reflect.get(value, brand)
    return Array.isArray(chain) && chain.includes(this.className)
  }
}

/** Why a line that a tool wrote was refused. */
export type ProtocolErrorCode =
  | 'invalid_json'
  | 'not_an_object'
  | 'unsupported_version'
  | 'unknown_event_type'
  | 'invalid_event'
  | 'invalid_utf8'
  | 'line_too_long'

/** The most characters of a refused line that an error repeats. */
const maxExcerptLength = 200

/** A line on a tool's standard output broke the protocol (spec 001 §3, §5.2). */
export class ProtocolError extends NarratoriaError<ProtocolErrorCode> {
  static override readonly className: string = 'ProtocolError'

  /** The start of a line as an `excerpt` holds it. */
  static readonly excerptOf: (text: string) => string = excerptOf

  /** The physical line, counted from 1. */
  readonly line: number
  /** The start of the line, at most 200 characters. */
  readonly excerpt: string

  constructor(code: ProtocolErrorCode, message: string, where: { line: number; text: string }, options?: ErrorOptions) {
    super(code, `line ${where.line}: ${message}`, options)
    this.line = where.line
    this.excerpt = excerptOf(where.text)
  }
}

/**
 * The start of a line as errors and problems repeat it, at most 200 characters. Never half of a surrogate pair: what a
 * line's own encoding could hold, its excerpt's can too.
 */
function excerptOf(text: string): string {
  if (text.length <= maxExcerptLength) return text
  const last = text.charCodeAt(maxExcerptLength - 2)
  const isHalf = last >= 0xd800 && last <= 0xdbff
  return `${text.slice(0, maxExcerptLength - (isHalf ? 2 : 1))}…`
}
