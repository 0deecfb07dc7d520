import type { Statements } from '../database/database.ts'
import { ClusterError } from '../errors.ts'

/** A process of a cluster. */
export interface MemberStatus {
  id: string
  kind: 'host' | 'worker'
  name: string
  slots: number
  /** Turns or attempts that it works on. */
  busy: number
  draining: boolean
  /** Seconds since it joined. */
  ageSeconds: number
}

/** What waits and what runs. */
export interface QueueStatus {
  name: 'turn' | 'tool'
  queued: number
  active: number
  /** Seconds for which the oldest one has waited; 0 if none waits. */
  lagSeconds: number
}

/** The state of a cluster. */
export interface ClusterStatus {
  members: MemberStatus[]
  queues: QueueStatus[]
}

/** Reads the state of a cluster. */
export async function readClusterStatus(database: Statements): Promise<ClusterStatus> {
  const members = await database.query<MemberStatus>(
    `SELECT m.id, m.kind, m.name, m.slots, m.draining,
       extract(epoch FROM now() - m.started_at)::integer AS "ageSeconds",
       ((SELECT count(*) FROM narratoria.turn_jobs t WHERE t.host = m.id AND t.state = 'active')
        + (SELECT count(*) FROM narratoria.tool_runs r WHERE r.worker = m.id AND r.state = 'active'))::integer AS busy
     FROM narratoria.members m ORDER BY m.kind, m.name, m.id`,
  )
  const queues = await database.query<QueueStatus>(
    `SELECT name, count(*) FILTER (WHERE state = 'queued')::integer AS queued,
       count(*) FILTER (WHERE state = 'active')::integer AS active,
       coalesce(max(extract(epoch FROM now() - created_at)) FILTER (WHERE state = 'queued'), 0)::float8 AS "lagSeconds"
     FROM (SELECT 'turn' AS name, state, created_at FROM narratoria.turn_jobs
           UNION ALL SELECT 'tool', state, created_at FROM narratoria.tool_runs) work GROUP BY name`,
  )
  const none = { queued: 0, active: 0, lagSeconds: 0 }
  const names = ['turn', 'tool'] as const
  return { members, queues: names.map((name) => queues.find((queue) => queue.name === name) ?? { name, ...none }) }
}

/**
 * Asks a process to take no more work and to end what it has. Returns the processes that were asked.
 *
 * @param name the name or id of a process
 * @throws {ClusterError} `unknown_member`
 */
export async function drainMember(database: Statements, name: string): Promise<string[]> {
  const found = await database.query<{ id: string }>(
    `SELECT id, pg_notify(id, 'drain') FROM narratoria.members WHERE id = $1 OR name = $1`,
    [name],
  )
  if (found.length > 0) return found.map(({ id }) => id)
  throw new ClusterError(
    'unknown_member',
    `There is no host or worker "${name}"; "narratoria cluster status" lists them.`,
  )
}
