import { NarratoriaError } from '@narratoria/protocol'
import type { ErrorBody } from '../api/resources.ts'
import { WebError } from './errors.ts'

/** The status of each error code of the host. Other codes are server errors. */
const statuses: Record<string, number> = {
  session_busy: 409,
  session_in_use: 409,
  session_closed: 409,
  name_taken: 409,
  ambiguous_session: 409,
  nothing_to_undo: 409,
  nothing_to_redo: 409,
  nothing_to_retry: 409,
  no_alternative: 409,
  unknown_session: 404,
  unknown_turn: 404,
  unknown_skill: 404,
  no_settings: 404,
  unknown_format: 422,
  damaged_file: 422,
  unsafe_path: 422,
  invalid_card: 422,
  invalid_lorebook: 422,
  invalid_chat: 422,
  invalid_export: 422,
  state_too_wide: 422,
  too_large: 413,
  package_missing: 501,
}

/** Messages for store errors, without file paths. */
export const storeTroubles: Record<string, string> = {
  store_damaged:
    'The file of the stories is damaged, so nothing more is written to it. Restart the server: it keeps the damaged file and recovers what can be read.',
  store_full: 'The disk of the server is full, so nothing was stored. Free some space and try again.',
  store_unwritable: 'The server has no permission to write the file of the stories, so nothing was stored.',
  store_in_use: 'Another program is using the file of the stories. Try again in a moment.',
}

/** The response to a failed request. Unexpected errors get a generic message, because theirs may contain private data. */
export function answerError(error: unknown): { status: number; body: ErrorBody } {
  if (WebError.isInstance(error)) {
    const { status, code, message, issues } = error
    return { status, body: { error: { code, message, ...(issues.length > 0 && { issues: [...issues] }) } } }
  }
  if (NarratoriaError.isInstance(error)) {
    const { code, message } = error
    const trouble = storeTroubles[code]
    if (trouble !== undefined) return { status: 503, body: { error: { code, message: trouble } } }
    return { status: statuses[code] ?? 500, body: { error: { code, message } } }
  }
  return {
    status: 500,
    body: {
      error: { code: 'internal_error', message: 'Something went wrong in the server. Nothing of the story is lost.' },
    },
  }
}
