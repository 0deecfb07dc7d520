import type * as nodeSqlite from 'node:sqlite'

type Sqlite = typeof nodeSqlite
let loaded: Sqlite | undefined

/** Node's SQLite module, loaded when a store is opened. */
export function sqlite(): Sqlite {
  return (loaded ??= loadQuietly())
}

/** Suppresses the warning of Node 22 that SQLite is experimental, because players read standard error. */
function loadQuietly(): Sqlite {
  const emitWarning = process.emitWarning.bind(process)
  process.emitWarning = (warning: string | Error, ...details: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...details)
  }
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = emitWarning
  }
}
