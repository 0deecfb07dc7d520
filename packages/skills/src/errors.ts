import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a call on the skills was refused. */
export type SkillErrorCode = 'no_settings' | 'save_failed' | 'unknown_skill'

/** A call that cannot be served: an unknown skill, a skill without settings, a file that cannot be written. */
export class SkillError extends NarratoriaError<SkillErrorCode> {
  static override readonly className: string = 'SkillError'
}
