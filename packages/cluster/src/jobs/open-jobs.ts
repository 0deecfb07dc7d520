import { type Db, PgBoss } from 'pg-boss'
import type { Database, Statements } from '../database/database.ts'

/** The schema of the tables of pg-boss. */
const jobsSchema = 'narratoria_jobs'

/** One turn of a session at a time: a further one is refused while one is queued or being played. */
export const turnQueue = 'turn'
/** Attempts of tools. */
export const toolQueue = 'tool'

/** Seconds after which a job that is still being worked on is failed. Its own limits end it long before. */
const expireInSeconds = 12 * 60 * 60

/** Lets pg-boss run its statements in a transaction of ours. */
export function within(statements: Statements): Db {
  return { executeSql: async (sql, values) => ({ rows: await statements.query(sql, values) }) }
}

/** Starts the queues on the connections of `database`. */
export async function openJobs(database: Database, { onError }: { onError: (error: Error) => void }): Promise<PgBoss> {
  const boss = new PgBoss({
    db: {
      ...within(database),
      listen: (channel, onMessage, onReady) => database.listen(channel, onMessage, onReady),
    },
    ...(database.backend === 'pglite' && { backend: 'pglite' as const }),
    schema: jobsSchema,
    useListenNotify: true,
    schedule: false,
    reindex: false,
    registerInstance: false,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', onError)
  await boss.start()
  await createQueues(boss)
  return boss
}

async function createQueues(boss: PgBoss): Promise<void> {
  // A job that was taken and never started is given to another process. One that was started is ended by the other members.
  const redelivery = { retryLimit: 3, heartbeatSeconds: 10 }
  const common = { ...redelivery, notify: true, expireInSeconds, deleteAfterSeconds: 3_600, retentionSeconds: 86_400 }
  for (const [name, policy] of [
    [turnQueue, 'exclusive'],
    [toolQueue, 'standard'],
  ] as const)
    if (!(await boss.getQueue(name))) await boss.createQueue(name, { ...common, policy })
}

/** Options of `work` for one slot, whose handler calls `notifyWorker` so that it takes the next job at once. */
export const slotOptions = {
  batchSize: 1,
  includeMetadata: true,
  // A notification wakes the slot; the poll is for one that was missed.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 10,
} as const
