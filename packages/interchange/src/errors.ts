import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a file of another program cannot be used. */
export type InterchangeErrorCode =
  | 'unknown_format'
  | 'damaged_file'
  | 'too_large'
  | 'unsafe_path'
  | 'invalid_card'
  | 'invalid_lorebook'
  | 'invalid_chat'

/** A file of another program that cannot be used. The message says what is wrong with it. */
export class InterchangeError extends NarratoriaError<InterchangeErrorCode> {
  static override readonly className: string = 'InterchangeError'
}
