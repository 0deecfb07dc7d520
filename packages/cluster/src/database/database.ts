/** Runs statements. */
export interface Statements {
  /** Runs one statement with parameters `$1`, `$2`, …, or several without parameters. */
  query<Row = Record<string, unknown>>(sql: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Session locks of this process. They end with it, which other processes see at once. */
export interface ProcessLocks {
  /** Resolves to false while another process has the lock. */
  tryLock(key: string): Promise<boolean>
  unlock(key: string): Promise<void>
  /** Aborted when the connection of the locks ended: every lock is lost. A later {@link tryLock} opens another connection. */
  readonly lost: AbortSignal
  /** The process id of the connection in the server, by which another process can end it. */
  pid(): Promise<number>
}

/** A PostgreSQL database, as the parts of the cluster use it. */
export interface Database extends Statements, AsyncDisposable {
  /** Runs statements in one transaction, which is rolled back if `work` rejects. */
  transaction<T>(work: (statements: Statements) => Promise<T>): Promise<T>
  /**
   * Calls `onMessage` with each notification of a channel. All channels share one connection, which is opened again when it ends;
   * `onReady` is called whenever it listens, because messages may have been missed before.
   */
  listen(channel: string, onMessage: (payload: string) => void, onReady?: () => void): Promise<Subscription>
  readonly locks: ProcessLocks
  /** Defaults to `postgres`. */
  readonly backend?: 'postgres' | 'pglite'
  /** Waits for statements and transactions that run, and ends every connection. */
  close(): Promise<void>
}

/** Ends with `close`. */
export interface Subscription extends AsyncDisposable {
  /** Ends the calls of `onMessage`. */
  close(): Promise<void>
}
