import type { Database, ProcessLocks, Statements, Subscription } from '../database/database.ts'
import { lockKey } from '../database/lock-connection.ts'

interface PGliteStatements {
  query<Row>(sql: string, values?: unknown[], options?: object): Promise<{ rows: Row[] }>
  exec(sql: string, options?: object): Promise<{ rows: object[] }[]>
}

/** The methods of `PGlite` of `@electric-sql/pglite` that are used. */
export interface PGliteLike extends PGliteStatements {
  transaction<T>(work: (statements: PGliteStatements) => Promise<T>): Promise<T>
  listen(channel: string, callback: (payload: string) => void): Promise<() => Promise<void>>
}

const bigint = 20
const options = { parsers: { [bigint]: Number } }

/**
 * A database inside this process, for tests without a server. It has one connection, so it cannot show what happens between processes.
 * The caller closes the instance of PGlite.
 */
export function pgliteDatabase(pglite: PGliteLike): Database {
  const statements = (on: PGliteStatements): Statements => ({
    async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
      if (values?.length) return (await on.query<Row>(sql, [...values], options)).rows
      return (await on.exec(sql, options)).flatMap(({ rows }) => rows as Row[])
    },
  })
  const all = statements(pglite)
  const query: Statements['query'] = (sql, values) => all.query(sql, values)
  const never = new AbortController().signal
  const locks: ProcessLocks = {
    lost: never,
    async tryLock(key) {
      const [row] = await query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [lockKey(key)])
      return row!.locked
    },
    async unlock(key) {
      await query('SELECT pg_advisory_unlock($1)', [lockKey(key)])
    },
    async pid() {
      return (await query<{ pid: number }>('SELECT pg_backend_pid() AS pid'))[0]!.pid
    },
  }
  const subscriptions = new Set<Subscription>()
  const close = async () => void (await Promise.all([...subscriptions].map((subscription) => subscription.close())))
  return {
    backend: 'pglite',
    query,
    locks,
    transaction: (work) => pglite.transaction((transaction) => work(statements(transaction))),
    async listen(channel, onMessage, onReady) {
      const end = await pglite.listen(channel, onMessage)
      const leave = async () => {
        if (subscriptions.delete(subscription)) await end()
      }
      const subscription: Subscription = { close: leave, [Symbol.asyncDispose]: leave }
      subscriptions.add(subscription)
      onReady?.()
      return subscription
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}
