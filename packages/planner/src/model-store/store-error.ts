import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why an operation of the model store failed. */
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

/** An operation of the model store failed. The message says what to do. */
export class ModelStoreError extends NarratoriaError<ModelStoreErrorCode> {
  static override readonly className: string = 'ModelStoreError'
}
