import { NarratoriaError } from '@narratoria/protocol'

/** The code of a {@link WebError}. */
export type WebErrorCode =
  | 'address_in_use'
  | 'asset_missing'
  | 'forbidden_host'
  | 'forbidden_origin'
  | 'invalid_json'
  | 'invalid_request'
  | 'name_taken'
  | 'nothing_to_cancel'
  | 'not_allowed'
  | 'not_shared'
  | 'not_your_turn'
  | 'page_missing'
  | 'request_too_large'
  | 'server_closing'
  | 'session_busy'
  | 'settings_fixed'
  | 'token_required'
  | 'too_many_requests'
  | 'too_many_streams'
  | 'turn_failed'
  | 'unknown_address'
  | 'unknown_asset'
  | 'unknown_campaign'
  | 'unknown_lorebook'
  | 'unknown_person'
  | 'unknown_session'
  | 'unknown_skill'
  | 'unknown_turn'
  | 'unsupported_media_type'

/** One field of a request that is wrong. */
export interface FieldIssue {
  field: string
  message: string
}

/** An error of the web server: it cannot start, or it refuses a request with `status` and the message. */
export class WebError extends NarratoriaError<WebErrorCode> {
  static override readonly className: string = 'WebError'

  /** The HTTP status of the answer. */
  readonly status: number
  readonly issues: readonly FieldIssue[]

  constructor(
    code: WebErrorCode,
    message: string,
    options: ErrorOptions & { status?: number; issues?: readonly FieldIssue[] } = {},
  ) {
    super(code, message, options)
    this.status = options.status ?? 500
    this.issues = options.issues ?? []
  }
}
