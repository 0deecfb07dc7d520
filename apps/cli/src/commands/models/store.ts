import { ModelStore, ModelStoreError } from '@narratoria/planner/models'
import { UsageError } from '../../exit-codes.ts'
import { modelFolder } from '../../host/open-model.ts'
import type { Io } from '../../io.ts'

/** Works with the user's models. An unknown model is a mistake of the user. */
export async function withModels<T>(io: Io, work: (models: ModelStore) => Promise<T>): Promise<T> {
  try {
    return await work(new ModelStore(modelFolder(io)))
  } catch (error) {
    if (ModelStoreError.isInstance(error) && error.code === 'unknown_model') throw new UsageError(error.message)
    throw error
  }
}

/** A size in MB or GB. */
export function formatSize(bytes: number): string {
  return bytes < 1e9 ? `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB` : `${(bytes / 1e9).toFixed(2)} GB`
}
