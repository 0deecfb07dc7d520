import type { Database } from '../database/database.ts'
import type { AssetExchange } from '../tools/asset-exchange.ts'

/** Minutes for which the events of an ended turn can be followed. */
const keptMinutes = 10

/** Milliseconds between two removals of rows, and of files. */
const [rowsMs, filesMs] = [60_000, 60 * 60_000]

/** Removes rows and files that are no longer needed, repeatedly. Returns a function that stops it. */
export function startSweeping({
  database,
  exchange,
  onError,
}: {
  database: Database
  exchange: Pick<AssetExchange, 'clean'> | undefined
  onError: (error: unknown) => void
}): () => void {
  const timers = [
    setInterval(() => void sweep(database).catch(onError), rowsMs),
    setInterval(() => void exchange?.clean().catch(onError), filesMs),
  ]
  for (const timer of timers) timer.unref()
  return () => timers.forEach((timer) => clearInterval(timer))
}

/** Removes the events of turns that ended some minutes ago, and attempts that neither a host nor a worker has any more. */
async function sweep(database: Database): Promise<void> {
  await database.query(
    `DELETE FROM narratoria.turn_jobs WHERE state = 'ended' AND ended_at < now() - interval '${keptMinutes} minutes'`,
  )
  await database.query(
    `DELETE FROM narratoria.tool_runs r WHERE created_at < now() - interval '1 minute'
       AND NOT EXISTS (SELECT 1 FROM narratoria.members m WHERE m.id = r.host)
       AND NOT EXISTS (SELECT 1 FROM narratoria.members m WHERE m.id = r.worker)`,
  )
}
