import { NarratoriaError } from '@narratoria/protocol'

/** The code of a runtime error. */
export type RuntimeErrorCode =
  | 'session_busy'
  | 'session_closed'
  | 'session_in_use'
  | 'session_lost'
  | 'unknown_session'
  | 'ambiguous_session'
  | 'unknown_turn'
  | 'unknown_campaign'
  | 'unknown_skill_root'
  | 'name_taken'
  | 'nothing_to_undo'
  | 'nothing_to_redo'
  | 'nothing_to_retry'
  | 'no_alternative'
  | 'state_too_wide'
  | 'invalid_export'
  | 'package_missing'
  | 'turn_not_stored'
  | 'store_closed'
  | 'store_in_use'
  | 'store_newer'
  | 'store_foreign'
  | 'store_damaged'
  | 'store_full'
  | 'store_unwritable'

/** A call that the runtime refused. Failures within a turn are data in its result instead. */
export class RuntimeError extends NarratoriaError<RuntimeErrorCode> {
  static override readonly className: string = 'RuntimeError'
}
