import { type Db, PgBoss } from 'pg-boss'
import type { Database, Statements } from '../database/database.ts'

const jobsSchema = 'narratoria_jobs'

/** One turn of a session at a time: a further one is refused while one is queued or being played. */
export const turnQueue = 'turn'
export const toolQueue = 'tool'

/** Gives jobs that a dead process took, and did not start, to other processes. Those that a living one starts at this moment stay its own. */
export async function returnUnstarted(boss: PgBoss, on: Statements): Promise<void> {
  const jobs = await on.query<{ id: string; name: string }>(
    `SELECT j.id, j.name FROM ${jobsSchema}.job j WHERE j.state = 'active' AND (
       j.id IN (SELECT job_id FROM narratoria.turn_jobs WHERE state = 'queued')
       OR j.id IN (SELECT run_id FROM narratoria.tool_runs WHERE state = 'queued'))`,
  )
  for (const { id, name } of jobs) await boss.fail(name, id, null, { db: within(on) })
}

/** The beginning of a query for the jobs `j` of a queue that are not finished. */
export function unfinishedJobs(queue: string): string {
  return `SELECT 1 FROM ${jobsSchema}.job j WHERE j.name = '${queue}' AND j.state < 'completed'`
}

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
    // Both decide how soon a job is given to another process whose heartbeat ended.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  })
  boss.on('error', onError)
  const start = async () => {
    await boss.start()
    await createQueues(boss)
  }
  if (database.backend === 'pglite') await start()
  // Processes that start at the same time in an empty database would create the same tables.
  else
    await database.transaction(async (on) => {
      await on.query(`SELECT pg_advisory_xact_lock(hashtext('narratoria:jobs'))`)
      await start()
    })
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
  // A notification wakes the slot; the poll is for one that was missed, or that came while the database did not answer.
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 3,
} as const
