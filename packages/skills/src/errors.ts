import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a call failed. */
export type SkillErrorCode = 'no_settings' | 'save_failed' | 'unknown_skill'

/** A call failed: the skill is unknown or has no settings, or a file cannot be written. */
export class SkillError extends NarratoriaError<SkillErrorCode> {
  static override readonly className: string = 'SkillError'
}
