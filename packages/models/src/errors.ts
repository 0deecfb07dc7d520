import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a language model gave no usable answer. */
export type LanguageModelErrorCode =
  | 'key_missing'
  | 'unauthorized'
  | 'not_found'
  | 'rate_limited'
  | 'bad_request'
  | 'schema_refused'
  | 'server_error'
  | 'unreachable'
  | 'interrupted'
  | 'silent'
  | 'refused'
  | 'length'
  | 'invalid_answer'

/** Options of {@link LanguageModelError}. */
export interface LanguageModelErrorOptions extends ErrorOptions {
  status?: number
  retryAfterMs?: number
}

/** A language model gave no usable answer. The message says where and what to do, and contains no key. */
export class LanguageModelError extends NarratoriaError<LanguageModelErrorCode> {
  static override readonly className: string = 'LanguageModelError'

  /** The HTTP status, if the server returned one. */
  readonly status: number | undefined
  /** How long to wait in milliseconds, if the server says so. */
  readonly retryAfterMs: number | undefined

  constructor(code: LanguageModelErrorCode, message: string, options: LanguageModelErrorOptions = {}) {
    const { status, retryAfterMs, ...rest } = options
    super(code, message, rest)
    this.status = status
    this.retryAfterMs = retryAfterMs
  }
}

/** Why connections cannot be read or changed. */
export type ConnectionErrorCode =
  | 'unknown_connection'
  | 'invalid_connection'
  | 'invalid_file'
  | 'unknown_preset'
  | 'no_model'

/** A connection cannot be read, made or changed. The message says what to do. */
export class ConnectionError extends NarratoriaError<ConnectionErrorCode> {
  static override readonly className: string = 'ConnectionError'
}
