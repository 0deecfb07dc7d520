import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a call on a story project was refused, or why a tick failed. */
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
  | 'scene_not_found'
  | 'budget_spent'
  | 'invalid_answer'
  | 'model_failed'
  | 'tool_failed'
  | 'timed_out'
  | 'package_missing'
  | 'cancelled'

/** An error of a story project. The message says what is wrong, where, and what to do. A failed tick is a result instead. */
export class StoryError extends NarratoriaError<StoryErrorCode> {
  static override readonly className: string = 'StoryError'

  /** Each problem as its own message, if there are several. */
  readonly issues: string[]

  constructor(code: StoryErrorCode, message: string, options: ErrorOptions & { issues?: string[] } = {}) {
    super(code, message, options)
    this.issues = options.issues ?? []
  }
}
