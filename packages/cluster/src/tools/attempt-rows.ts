import type { AttemptOutcome, Attempt } from '@narratoria/executor'
import type { ProtocolEvent } from '@narratoria/protocol'
import type { Statements } from '../database/database.ts'

/** The tool of an attempt: never a path of a machine. */
export interface RemoteTool {
  skill: string
  /** Within the folder of the skill. */
  path: string
  /** The digest of the skill's folder. */
  digest: string
}

/** What a worker receives. */
export interface RemoteRequest extends Pick<Attempt, 'request' | 'env' | 'prewarm'> {
  tool: RemoteTool
}

/** What a row of an attempt holds. */
export type AttemptPart =
  | { events: { event: ProtocolEvent; text?: string | undefined }[] }
  | { outcome: AttemptOutcome; assets?: Record<string, string> }

/** The outcome of an attempt whose worker died. */
export const workerLost = {
  outcome: { failure: { errorCode: 'worker_lost', error: 'The worker that ran the tool ended.', retryable: true } },
} satisfies AttemptPart

/** Ends an attempt whose worker can no longer run it. Nothing that the worker still writes is stored. */
export async function endAttempt(
  on: Statements,
  { attempt, host, sealed }: { attempt: string; host: string; sealed: Uint8Array },
): Promise<void> {
  await on.query(`UPDATE narratoria.tool_runs SET state = 'ended' WHERE run_id = $1`, [attempt])
  await on.query(
    `INSERT INTO narratoria.tool_events (run_id, n, sealed)
     SELECT $1, coalesce(max(n), 0) + 1, $2 FROM narratoria.tool_events WHERE run_id = $1`,
    [attempt, sealed],
  )
  await on.query('SELECT pg_notify($1, $2)', [host, `run ${attempt}`])
}
