import { randomUUID } from 'node:crypto'
import type { TurnResult } from '@narratoria/protocol'
import { type DispatchTurn, RuntimeError, type SessionStore } from '@narratoria/runtime'
import type { PgBoss } from 'pg-boss'
import { toColumn } from '../store/columns.ts'
import type { Database } from '../database/database.ts'
import { turnQueue, within } from '../jobs/open-jobs.ts'
import type { Sealer } from '../jobs/sealer.ts'
import type { TurnFeeds } from './turn-feeds.ts'
import { startsChannel, readRow } from './turn-rows.ts'

export interface DispatchParts {
  database: Database
  boss: PgBoss
  sealer: Sealer
  store: SessionStore
  feeds: TurnFeeds
  /** What happens to a turn whose host ends before it is stored. */
  lostTurns: 'report' | 'replay'
}

/** Passes turns to whichever host has a free slot, and follows their events. */
export function dispatcher(parts: DispatchParts): DispatchTurn {
  return async (turn, { signal, emit }): Promise<TurnResult> => {
    const { database, boss, sealer, lostTurns } = parts
    const turnId = randomUUID()
    await database.transaction(async (on) => {
      const options = { id: turnId, singletonKey: turn.sessionId, db: within(on) }
      if ((await boss.send(turnQueue, { turnId }, options)) === null) throw busy()
      await on.query(
        'INSERT INTO narratoria.turn_jobs (turn_id, job_id, session_id, cancelled, sealed, replays) VALUES ($1, $1, $2, $3, $4, $5)',
        [turnId, toColumn(turn.sessionId), signal.aborted, sealer.seal(turn), lostTurns === 'replay'],
      )
      await on.query('SELECT pg_notify($1, $2)', [startsChannel, turn.sessionId])
    })
    return followTurn(parts, { turnId, sessionId: turn.sessionId }, { signal, emit })
  }
}

/** Follows a turn to its result. `signal` cancels it. */
export async function followTurn(
  { database, store, feeds }: Pick<DispatchParts, 'database' | 'store' | 'feeds'>,
  { turnId, sessionId }: { turnId: string; sessionId: string },
  { signal, emit }: Parameters<DispatchTurn>[1],
): Promise<TurnResult> {
  const onAbort = () => void cancelTurn(database, turnId).catch(() => {})
  signal.addEventListener('abort', onAbort, { once: true })
  if (signal.aborted) onAbort()
  try {
    for await (const row of feeds.read(turnId, 0)) {
      const event = await readRow(store, sessionId, row)
      await emit(event)
      if (event.type === 'turn_finished') return event.result
    }
    throw new Error(`The events of turn ${turnId} have no end.`)
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** Asks the host of a turn to cancel it. A turn that no host has started is cancelled when one starts it. */
export async function cancelTurn(database: Database, turnId: string): Promise<void> {
  const [job] = await database.query<{ host: string | null }>(
    `UPDATE narratoria.turn_jobs SET cancelled = true WHERE turn_id = $1 AND state <> 'ended' RETURNING host`,
    [turnId],
  )
  if (job?.host) await database.query('SELECT pg_notify($1, $2)', [job.host, `cancel ${turnId}`])
}

function busy(): RuntimeError {
  return new RuntimeError('session_busy', 'A turn of this session is being played; wait for it or cancel it.')
}

/** The turn that was last started in a session. */
export async function liveTurnOf(
  database: Database,
  sessionId: string,
): Promise<{ turnId: string; isPlaying: boolean } | undefined> {
  const [row] = await database.query<{ turn_id: string; state: string }>(
    'SELECT turn_id, state FROM narratoria.turn_jobs WHERE session_id = $1 ORDER BY created_at DESC LIMIT 1',
    [toColumn(sessionId)],
  )
  return row && { turnId: row.turn_id, isPlaying: row.state !== 'ended' }
}
