import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why the model store could not do what it was asked. */
export type ModelStoreErrorCode =
  | 'bad_source'
  | 'unknown_model'
  | 'name_taken'
  | 'download_failed'
  | 'wrong_size'
  | 'wrong_hash'
  | 'not_gguf'
  | 'disk_full'
  | 'cancelled'

/** The model store could not do what it was asked; the message says what to do. */
export class ModelStoreError extends NarratoriaError<ModelStoreErrorCode> {
  static override readonly className: string = 'ModelStoreError'
}
