import { once } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { onTestFinished, vi } from 'vitest'

/** Creates an SQLite file whose write lock another thread holds until this thread begins a transaction. */
export async function createLockedFile(path: string): Promise<void> {
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    const { DatabaseSync } = require('node:sqlite')
    const db = new DatabaseSync(workerData.path)
    db.exec('BEGIN IMMEDIATE')
    parentPort.postMessage('locked')
    Atomics.wait(workerData.started, 0, 0)
    db.exec('COMMIT')
    db.close()`
  const started = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(code, { eval: true, workerData: { path, started } })
  onTestFinished(() => void worker.terminate())
  await once(worker, 'message')
  const exec = Reflect.get(DatabaseSync.prototype, 'exec') as (sql: string) => void
  const spy = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    if (sql.includes('BEGIN')) {
      Atomics.store(started, 0, 1)
      Atomics.notify(started, 0)
    }
    exec.call(this, sql)
  })
  onTestFinished(() => spy.mockRestore())
}
