import { createRequire } from 'node:module'
import type * as nodeSqlite from 'node:sqlite'

type Sqlite = typeof nodeSqlite
let loaded: Sqlite | undefined

/** The platform's SQLite, loaded when a store is opened: a program that opens none does not pay for it. */
export function sqlite(): Sqlite {
  return (loaded ??= loadQuietly())
}

/** Node 22 calls its SQLite experimental on standard error, where a player reads; every other warning is let through. */
function loadQuietly(): Sqlite {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = (warning: string | Error, ...details: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...details)
  }
  try {
    return createRequire(import.meta.url)('node:sqlite') as Sqlite
  } finally {
    process.emitWarning = emitWarning
  }
}
