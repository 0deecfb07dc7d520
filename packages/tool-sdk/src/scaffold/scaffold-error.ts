import { NarratoriaError } from '@narratoria/protocol/errors'

/** The codes of {@link ScaffoldError}. */
export type ScaffoldErrorCode = 'invalid_name' | 'already_exists' | 'broken_manifest'

/** A skeleton could not be written. No file has been changed. */
export class ScaffoldError extends NarratoriaError<ScaffoldErrorCode> {
  static override readonly className: string = 'ScaffoldError'
}
