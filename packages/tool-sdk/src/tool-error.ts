import { NarratoriaError } from '@narratoria/protocol/errors'
import type { JsonObject } from '@narratoria/protocol'

/** Options of a {@link ToolError}. */
export interface ToolErrorOptions extends ErrorOptions {
  /** Whether a further attempt may succeed. False prevents retries. */
  retryable?: boolean
  /** Structured data for the error event. */
  details?: JsonObject
}

/**
 * An expected failure of a tool. If `run` throws it, the tool emits an `error` event with this code and message, and `done`
 * with `ok: false`.
 */
export class ToolError extends NarratoriaError {
  static override readonly className: string = 'ToolError'

  /** The `details` of the error event, including `retryable` if given. */
  readonly details: JsonObject | undefined

  constructor(code: string, message: string, options: ToolErrorOptions = {}) {
    super(code, message, options)
    const { retryable, details } = options
    this.details = retryable === undefined ? details : { ...details, retryable }
  }
}
