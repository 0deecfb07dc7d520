import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a skeleton was not written. */
export type ScaffoldErrorCode = 'invalid_name' | 'already_exists' | 'broken_manifest'

/** A skeleton could not be written; nothing that was there has been changed. */
export class ScaffoldError extends NarratoriaError<ScaffoldErrorCode> {
  static override readonly className: string = 'ScaffoldError'
}
