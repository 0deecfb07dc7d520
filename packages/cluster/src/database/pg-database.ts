import pg from 'pg'
import { ClusterError } from '../errors.ts'
import type { Database, Statements, Subscription } from './database.ts'
import { Listener } from './listener.ts'
import { LockConnection } from './lock-connection.ts'
import { StatementNames } from './statement-names.ts'

/** Options of the connections of a process. */
export interface DatabaseOptions {
  /** The most connections for statements, at least 2; two more listen and hold locks. Defaults to 6. */
  maxConnections?: number
}

/** The server ends a connection whose peer has been silent for about this long. */
const keepalives =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000'
const bigint = 20

/** Milliseconds after which a statement without an answer has failed: its connection may have been cut silently. */
const statementLimitMs = 30_000

/** The settings of every connection. 64-bit integers become numbers. */
function connectionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: 'narratoria',
    options: keepalives,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    connectionTimeoutMillis: 5_000,
    types: {
      getTypeParser: (oid, format) =>
        oid === bigint ? (value: string) => Number(value) : pg.types.getTypeParser(oid, format as 'text'),
    },
  }
}

/**
 * Connects to a PostgreSQL server.
 *
 * @throws {ClusterError} `database_unreachable`, `invalid_url`, `pooler_refused` if a pooler gives each statement another connection
 */
export async function openDatabase(url: string, options: DatabaseOptions = {}): Promise<Database> {
  const { maxConnections = 6 } = options
  checkUrl(url)
  if (!Number.isInteger(maxConnections) || maxConnections < 2)
    throw new TypeError('"maxConnections" must be an integer of at least 2.')
  const config = connectionConfig(url)
  const pool = new pg.Pool({
    ...config,
    max: maxConnections,
    idleTimeoutMillis: 30_000,
    query_timeout: statementLimitMs,
    connectionTimeoutMillis: statementLimitMs,
  })
  // A connection that ends while it is idle is replaced by the next statement.
  pool.on('error', () => {})
  try {
    await refusePooler(config)
  } catch (error) {
    await pool.end()
    throw error
  }
  return new PgDatabase(pool, config)
}

class PgDatabase implements Database {
  readonly locks: LockConnection
  readonly #pool: pg.Pool
  readonly #listener: Listener
  readonly #names = new StatementNames()
  #closing: Promise<void> | undefined

  constructor(pool: pg.Pool, config: pg.ClientConfig) {
    this.#pool = pool
    this.locks = new LockConnection(config)
    this.#listener = new Listener(config)
  }

  async query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> {
    return rowsOf(await this.#pool.query(this.#statement(sql, values)))
  }

  async transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect()
    let failure: Error | undefined
    // Without a listener, a connection that ends between two statements would end the process.
    const onError = (error: Error) => (failure = error)
    client.on('error', onError)
    try {
      await client.query('BEGIN')
      const result = await work({
        query: async (sql, values) => rowsOf(await client.query(this.#statement(sql, values))),
      })
      await client.query('COMMIT')
      return result
    } catch (error) {
      if (isSpent(error)) failure = error
      else await client.query('ROLLBACK').catch((cause: Error) => (failure = cause))
      throw error
    } finally {
      client.off('error', onError)
      client.release(failure)
    }
  }

  #statement(text: string, values: readonly unknown[] = []): pg.QueryConfig {
    // Several statements in one text cannot be prepared.
    const isOne = values.length > 0 || !text.includes(';')
    const name = isOne ? this.#names.nameOf(text) : undefined
    return { text, values: values as unknown[], ...(name !== undefined && { name }) }
  }

  listen(channel: string, onMessage: (payload: string) => void, onReady?: () => void): Promise<Subscription> {
    return this.#listener.listen(channel, onMessage, onReady)
  }

  close(): Promise<void> {
    return (this.#closing ??= Promise.all([this.#listener.close(), this.locks.close(), this.#pool.end()]).then(
      () => undefined,
    ))
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}

function rowsOf<Row>(result: pg.QueryResult | pg.QueryResult[]): Row[] {
  return Array.isArray(result) ? result.flatMap(({ rows }) => rows as Row[]) : (result.rows as Row[])
}

/** Whether a connection must not be used again: it does not answer, or a table has changed since it planned a statement. */
function isSpent(error: unknown): error is Error {
  const { message, code } = error as Error & { code?: string }
  return message === 'Query read timeout' || code === '0A000'
}

function checkUrl(url: string): void {
  if (/^postgres(ql)?:\/\//.test(url) && URL.canParse(url)) return
  throw new ClusterError(
    'invalid_url',
    'The address of the database must have the form postgres://user@host:5432/name.',
  )
}

/** Locks and notifications belong to a connection, so two connections must be two. */
async function refusePooler(config: pg.ClientConfig): Promise<void> {
  const limited = { ...config, query_timeout: 10_000 }
  const [first, second] = [new pg.Client(limited), new pg.Client(limited)]
  for (const client of [first, second]) client.on('error', () => {})
  try {
    await first.connect()
    const pid = async (client: pg.Client) =>
      (await client.query('SELECT pg_backend_pid() AS pid')).rows[0] as { pid: number }
    const { pid: before } = await pid(first)
    await second.connect()
    // A pooler gives the second one the connection that the first one had, and the first one another while a transaction keeps it.
    await second.query('BEGIN')
    if ((await pid(second)).pid === before || (await pid(first)).pid !== before) throw pooled()
  } catch (error) {
    throw ClusterError.isInstance(error) ? error : unreachable(error, config)
  } finally {
    await Promise.allSettled([first.end(), second.end()])
  }
}

function pooled(): ClusterError {
  return new ClusterError(
    'pooler_refused',
    'A connection pooler in transaction mode is in front of the database: session locks and LISTEN do not work through it. Give the address of the server itself, or set the pooler to session mode.',
  )
}

function unreachable(cause: unknown, config: pg.ClientConfig): ClusterError {
  const { message } = cause as Error
  // A pooler refuses settings that belong to one connection.
  if (/unsupported startup parameter/.test(message))
    return new ClusterError(
      'pooler_refused',
      `The connection pooler in front of the database refuses a setting (${message}). Give the address of the server itself, or set the pooler to session mode with "ignore_startup_parameters = extra_float_digits,options".`,
      { cause },
    )
  const { hostname, port, pathname } = new URL(config.connectionString!)
  const place = `${hostname || 'localhost'}:${port || 5432}${pathname}`
  return new ClusterError(
    'database_unreachable',
    `The database at ${place} cannot be used: ${message || String(cause)}.`,
    { cause },
  )
}
