import type { Statements } from '../database/database.ts'

/** The tables of work, and which column of each has its owner. */
const forms = {
  turn: {
    table: 'turn_jobs',
    key: 'turn_id',
    owner: 'host',
    change: ', attempt = attempt + 1',
    columns: 'job_id, sealed, last_n, cancelled',
  },
  attempt: { table: 'tool_runs', key: 'run_id', owner: 'worker', change: '', columns: 'sealed, t.host' },
}

/**
 * Makes work a member's, if none has it. Resolves to undefined if another member has it, or it has ended. The row of the member is locked for it:
 * others end the work of a member together with this row, so no work stays with a member that is gone.
 *
 * @throws if the member was given up by the others
 */
export async function claim<Row>(
  on: Statements,
  what: keyof typeof forms,
  { id, member }: { id: string; member: string },
): Promise<Row | undefined> {
  const { table, key, owner, change, columns } = forms[what]
  const [row] = await on.query<Row & object>(
    `WITH self AS (SELECT id FROM narratoria.members WHERE id = $2 FOR KEY SHARE)
     UPDATE narratoria.${table} t SET state = 'active', ${owner} = self.id${change} FROM self
     WHERE ${key} = $1 AND state = 'queued' RETURNING ${columns}`,
    [id, member],
  )
  if (row) return row
  const waiting = await on.query(`SELECT 1 FROM narratoria.${table} WHERE ${key} = $1 AND state = 'queued'`, [id])
  if (waiting.length > 0) throw new Error('This process was given up by the others, and has to join the cluster again.')
  return undefined
}
