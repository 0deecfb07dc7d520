import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a call on a story project was refused. A failed tick is a result instead. */
export type StoryErrorCode =
  | 'project_exists'
  | 'project_not_found'
  | 'project_locked'
  | 'story_busy'
  | 'story_closed'
  | 'invalid_project'
  | 'invalid_plan'
  | 'nothing_to_retry'
  | 'nothing_to_undo'
  | 'invalid_answer'
  | 'model_failed'
  | 'tool_failed'
  | 'timed_out'
  | 'package_missing'
  | 'cancelled'

/** Something about a story project that its writer must know; the message says what and what to do. */
export class StoryError extends NarratoriaError<StoryErrorCode> {
  static override readonly className: string = 'StoryError'

  /** Every single thing that is wrong, where there are several. */
  readonly issues: string[]

  constructor(code: StoryErrorCode, message: string, options: ErrorOptions & { issues?: string[] } = {}) {
    super(code, message, options)
    this.issues = options.issues ?? []
  }
}
