import { createRequire } from 'node:module'
import type * as nodeSqlite from 'node:sqlite'

type Sqlite = typeof nodeSqlite
let loaded: Sqlite | undefined

/** The platform's SQLite, loaded when a store is opened: a program that opens none does not pay for it. */
export function sqlite(): Sqlite {
  return (loaded ??= createRequire(import.meta.url)('node:sqlite') as Sqlite)
}
