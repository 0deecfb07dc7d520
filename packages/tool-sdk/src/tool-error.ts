import { NarratoriaError } from '@narratoria/protocol/errors'
import type { JsonObject } from '@narratoria/protocol'

/** What a {@link ToolError} may say beyond its code and message. */
export interface ToolErrorOptions extends ErrorOptions {
  /** False tells the host that trying again is useless; true that it may help. */
  retryable?: boolean
  /** Structured data for the error event. */
  details?: JsonObject
}

/**
 * An expected failure of a tool. Thrown out of `run`, it becomes an `error` event with this code and message, and a
 * `done` with `ok: false` (spec 001 §4.5–4.6).
 */
export class ToolError extends NarratoriaError {
  static override readonly className: string = 'ToolError'

  /** The `details` of the error event, `retryable` included where it was given. */
  readonly details: JsonObject | undefined

  constructor(code: string, message: string, options: ToolErrorOptions = {}) {
    super(code, message, options)
    const { retryable, details } = options
    this.details = retryable === undefined ? details : { ...details, retryable }
  }
}
