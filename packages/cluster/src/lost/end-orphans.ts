import { toolQueue, turnQueue, unfinishedJobs } from '../jobs/open-jobs.ts'
import { endAttempt, workerLost } from '../tools/attempt-rows.ts'
import { type BuryParts, endTurn, type LostTurnJob, lostTurnColumns } from './bury-member.ts'

/** Seconds that a job may be missing for. */
const missingSeconds = 5

/** What a process works on. */
export interface OwnWork {
  member: string
  plays: (turnId: string) => boolean
  runs: (attemptId: string) => boolean
}

/**
 * Ends work that no process does: its row belongs to a process that is not among the members, or to this one, which does not have it, because
 * its end could not be written; or it waits without a job. Every turn and attempt ends by this, whatever failed.
 */
export async function endOrphans(parts: BuryParts, { member, plays, runs }: OwnWork): Promise<void> {
  const orphans = (owner: 'host' | 'worker', key: string, queue: string) =>
    `((t.state = 'active' AND (t.${owner} = $1 OR NOT EXISTS (SELECT 1 FROM narratoria.members m WHERE m.id = t.${owner})))
      OR (t.state = 'queued' AND t.created_at < now() - interval '${missingSeconds} seconds'
        AND NOT EXISTS (${unfinishedJobs(queue)} AND j.id = t.${key})))`
  const ofTurns = orphans('host', 'job_id', turnQueue)
  const ofAttempts = orphans('worker', 'run_id', toolQueue)
  const found = await parts.database.query<{ id: string; kind: 'turn' | 'attempt' }>(
    `SELECT t.turn_id AS id, 'turn' AS kind FROM narratoria.turn_jobs t WHERE t.state <> 'ended' AND ${ofTurns}
     UNION ALL SELECT t.run_id, 'attempt' FROM narratoria.tool_runs t WHERE t.state <> 'ended' AND ${ofAttempts}`,
    [member],
  )
  if (!found.some(({ id, kind }) => !(kind === 'turn' ? plays : runs)(id))) return
  await parts.database.transaction(async (on) => {
    // A row that is being written has a process. What this one has is asked for only while the rows are locked.
    const turns = await on.query<LostTurnJob>(
      `SELECT ${lostTurnColumns} FROM narratoria.turn_jobs t WHERE t.state <> 'ended' AND ${ofTurns} FOR UPDATE SKIP LOCKED`,
      [member],
    )
    for (const turn of turns) if (!plays(turn.turn_id)) await endTurn(parts, on, turn)
    const attempts = await on.query<{ run_id: string; host: string }>(
      `SELECT run_id, host FROM narratoria.tool_runs t WHERE t.state <> 'ended' AND ${ofAttempts} FOR UPDATE SKIP LOCKED`,
      [member],
    )
    for (const { run_id: attempt, host } of attempts)
      if (!runs(attempt)) await endAttempt(on, { attempt, host, sealed: parts.sealer.seal(workerLost) })
  })
}
