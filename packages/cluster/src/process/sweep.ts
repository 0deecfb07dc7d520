import type { Database } from '../database/database.ts'

/** Minutes for which the events of an ended turn can be followed. */
const keptMinutes = 10

/** Removes the events of turns that ended some minutes ago, and runs that neither a host nor a worker has any more. */
export async function sweep(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM narratoria.turn_jobs WHERE state = 'ended' AND ended_at < now() - interval '${keptMinutes} minutes'`,
  )
  await database.query(
    `DELETE FROM narratoria.tool_runs r WHERE created_at < now() - interval '1 minute'
       AND NOT EXISTS (SELECT 1 FROM narratoria.members m WHERE m.id = r.host)
       AND NOT EXISTS (SELECT 1 FROM narratoria.members m WHERE m.id = r.worker)`,
  )
}
