import type { PgBoss } from 'pg-boss'
import { randomUUID } from 'node:crypto'
import { compressJson } from '@narratoria/runtime/store-parts'
import type { Database, Statements } from '../database/database.ts'
import { fromColumn } from '../store/columns.ts'
import type { Sealer } from '../jobs/sealer.ts'
import { returnUnstarted, turnQueue, within } from '../jobs/open-jobs.ts'
import { endAttempt, workerLost } from '../tools/attempt-rows.ts'
import { turnsChannel } from '../turns/turn-rows.ts'

/** What ends the work of a dead member. */
export interface BuryParts {
  database: Database
  boss: PgBoss
  sealer: Sealer
}

/** A turn that no process plays any more. */
export interface LostTurnJob {
  turn_id: string
  job_id: string
  session_id: string
  attempt: number
  stored_seq: number | null
  replays: boolean
  last_n: number
}

/**
 * Ends the work of a member that died or was given up: its turns are reported as lost or played again, its attempts of tools fail, and
 * the attempts that it requested from workers are stopped. Work that it took and did not start goes to other members. Only one member
 * does this.
 */
export async function buryMember(parts: BuryParts, id: string, { isSelf = false } = {}): Promise<void> {
  const { database } = parts
  await database.transaction(async (on) => {
    const [member] = await on.query<{ backend: number }>(
      `SELECT backend FROM narratoria.members WHERE id = $1 FOR UPDATE SKIP LOCKED`,
      [id],
    )
    if (!member) return
    await on.query('DELETE FROM narratoria.members WHERE id = $1', [id])
    // A frozen process keeps its locks until its connection ends.
    if (!isSelf && database.backend !== 'pglite')
      await on.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid = $1 AND usename = current_user AND pid <> pg_backend_pid()
           AND pid IN (SELECT l.pid FROM pg_locks l WHERE l.locktype = 'advisory')`,
        [member.backend],
      )
    await endTurns(parts, on, id)
    const stopped = await on.query<{ run_id: string; worker: string | null }>(
      `UPDATE narratoria.tool_runs SET cancel = 'kill' WHERE host = $1 RETURNING run_id, worker`,
      [id],
    )
    for (const { run_id: attempt, worker } of stopped)
      if (worker) await on.query('SELECT pg_notify($1, $2)', [worker, `cancel ${attempt}`])
    const lost = await on.query<{ run_id: string; host: string }>(
      `SELECT run_id, host FROM narratoria.tool_runs WHERE worker = $1 AND state = 'active' FOR UPDATE`,
      [id],
    )
    for (const { run_id: attempt, host } of lost)
      await endAttempt(on, { attempt, host, sealed: parts.sealer.seal(workerLost) })
    await returnUnstarted(parts.boss, on)
  })
}

export const lostTurnColumns = 'turn_id, job_id, session_id, attempt, stored_seq, replays, last_n'

async function endTurns(parts: BuryParts, on: Statements, member: string): Promise<void> {
  const jobs = await on.query<LostTurnJob>(
    `SELECT ${lostTurnColumns} FROM narratoria.turn_jobs WHERE host = $1 AND state = 'active' FOR UPDATE`,
    [member],
  )
  for (const job of jobs) await endTurn(parts, on, job)
}

/** Ends a turn as stored or as lost, or has it played again. */
export async function endTurn({ boss }: BuryParts, on: Statements, job: LostTurnJob): Promise<void> {
  const wasBegun = job.attempt > 0
  // Whatever the dead host still believes: its number is no longer the current one.
  if (wasBegun)
    await on.query('UPDATE narratoria.sessions SET epoch = epoch + 1 WHERE session_id = $1', [job.session_id])
  const [stored] = await on.query<{ turn_id: string }>(
    `SELECT t.turn_id FROM narratoria.turns t JOIN narratoria.sessions s ON s.id = t.session
     WHERE s.session_id = $1 AND t.seq = $2`,
    [job.session_id, job.stored_seq],
  )
  await boss.complete(turnQueue, job.job_id, null, { db: within(on), includeQueued: true })
  if (!stored && (!wasBegun || (job.replays && job.attempt < 2))) {
    const jobId = randomUUID()
    await on.query(
      `UPDATE narratoria.turn_jobs SET state = 'queued', host = NULL, stored_seq = NULL, job_id = $2 WHERE turn_id = $1`,
      [job.turn_id, jobId],
    )
    const options = { id: jobId, singletonKey: fromColumn(job.session_id), db: within(on) }
    // Without an answer, another turn of the session has been accepted since.
    if ((await boss.send(turnQueue, { turnId: job.turn_id }, options)) !== null) return
  }
  const end = stored
    ? { kind: 'end', body: { stored: stored.turn_id } }
    : {
        kind: 'error',
        body: {
          code: 'session_lost',
          message:
            'The host that played this turn ended, and the turn is lost. The story is as it was before it; play it again.',
        },
      }
  await on.query('INSERT INTO narratoria.turn_events (turn_id, n, kind, body) VALUES ($1, $2, $3, $4)', [
    job.turn_id,
    job.last_n + 1,
    end.kind,
    compressJson(end.body),
  ])
  await on.query(
    `UPDATE narratoria.turn_jobs SET state = 'ended', ended_at = now(), last_n = last_n + 1 WHERE turn_id = $1`,
    [job.turn_id],
  )
  await on.query('SELECT pg_notify($1, $2)', [turnsChannel, job.turn_id])
}
