import { NarratoriaError } from '@narratoria/protocol'

/** Why the runtime refused to do something. */
export type RuntimeErrorCode =
  | 'session_busy'
  | 'session_closed'
  | 'unknown_session'
  | 'unknown_turn'
  | 'nothing_to_undo'
  | 'nothing_to_redo'

/** The runtime was asked for something that it cannot do; what failed inside a turn is data in its result instead. */
export class RuntimeError extends NarratoriaError<RuntimeErrorCode> {
  static override readonly className: string = 'RuntimeError'
}
