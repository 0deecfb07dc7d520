import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { RuntimeError } from '../../errors.ts'
import { Connection } from './connection.ts'

/** Files up to this size are checked wholly at every start: that takes a few milliseconds. */
const alwaysCheckedBytes = 4 << 20

/**
 * Says what is damaged in a database file, `undefined` when nothing is known to be. The whole file is looked through
 * when it is small or when `wholly` is told; of a large one that was closed in good order, its frame. Changes nothing.
 */
export function findDamage(path: string, { wholly }: { wholly: boolean }): string | undefined {
  const size = statSync(path).size
  if (size === 0) return undefined
  let connection: Connection | undefined
  try {
    // A connection that only reads leaves the file and its log as they are, whatever state they are in.
    connection = new Connection(path, { readOnly: true })
    if (wholly || size <= alwaysCheckedBytes) return firstProblem(connection, 'PRAGMA quick_check(1)')
    if (size !== expectedSize(path)) return 'the file has lost its end'
    return firstProblem(connection, `PRAGMA quick_check('sessions')`) ?? probe(connection)
  } catch (error) {
    if (!RuntimeError.isInstance(error) || error.code !== 'store_damaged') throw error
    return error.cause instanceof Error ? error.cause.message : error.message
  } finally {
    connection?.close()
  }
}

function firstProblem(connection: Connection, check: string): string | undefined {
  const first = Object.values(connection.get(check) ?? {})[0]
  return first === 'ok' ? undefined : String(first)
}

/** Reads the newest turn of all: a part of the file that the next turn needs. */
function probe(connection: Connection): undefined {
  if (Number(connection.get('PRAGMA user_version')?.user_version) === 0) return
  connection.get(
    'SELECT * FROM turns t JOIN states s ON s.turn = t.id JOIN details d ON d.turn = t.id ORDER BY t.id DESC LIMIT 1',
  )
}

/** The size that the file's header tells, in bytes. */
function expectedSize(path: string): number {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  const pageSize = header.readUInt16BE(16)
  return header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize)
}
