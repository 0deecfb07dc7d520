import type { Io } from '../../io.ts'
import type { NameOptions } from '../models.ts'
import { withModels } from './store.ts'

/** `narratoria models use`. */
export async function useModel({ name }: NameOptions, io: Io): Promise<void> {
  await withModels(io, (store) => store.use(name))
}

/** `narratoria models remove`. */
export async function removeModel({ name }: NameOptions, io: Io): Promise<void> {
  await withModels(io, (store) => store.remove(name))
}
