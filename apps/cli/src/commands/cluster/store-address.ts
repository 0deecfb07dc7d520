import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'

/** The address of the database: the option `--store`, or else NARRATORIA_STORE. @throws {UsageError} if there is none */
export function storeAddress(store: string | undefined, { env }: Pick<Io, 'env'>): string {
  const address = store ?? env.NARRATORIA_STORE
  if (address) return address
  throw new UsageError('the address of the database is missing; give --store postgres://… or set NARRATORIA_STORE')
}
