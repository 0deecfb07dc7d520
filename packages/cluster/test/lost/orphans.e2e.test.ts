import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../runtime/test/fixtures/temporary-folder.ts'
import type { Database } from '../../src/index.ts'
import { openJobs, toolQueue, turnQueue } from '../../src/jobs/open-jobs.ts'
import { Sealer } from '../../src/jobs/sealer.ts'
import { endOrphans, type OwnWork } from '../../src/lost/end-orphans.ts'
import { openHost, openWorker, testKey } from '../fixtures/open-cluster.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

/** A host that asks for a turn and plays none, and the queues of another process. */
async function openParts() {
  const [database, home] = [await openPglite(), await temporaryFolder()]
  const asking = await openHost(home, { database, slots: 0 })
  const boss = await openJobs(database, { onError() {} })
  onTestFinished(async () => {
    await boss.stop({ graceful: false, close: false })
    await asking.close({ force: true })
  })
  const parts = { database, boss, sealer: new Sealer(testKey) }
  const ofNothing: OwnWork = { member: 'host_me', plays: () => false, runs: () => false }
  return {
    database,
    home,
    asking,
    boss,
    look: (own: Partial<OwnWork> = {}) => endOrphans(parts, { ...ofNothing, ...own }),
  }
}

/** Adds a member that the others take for a living one. */
async function join(database: Database, id: string): Promise<void> {
  await database.query('SELECT pg_advisory_lock(1)')
  onTestFinished(async () => void (await database.query('SELECT pg_advisory_unlock(1)')))
  await database.query(
    `INSERT INTO narratoria.members (id, kind, name, backend, lock_key, slots, beat_at)
     VALUES ($1, 'host', $1, 0, 1, 4, now() + interval '1 hour')`,
    [id],
  )
}

test.each(['host_gone', 'host_me'])('a turn that %s has and no process plays is reported as lost', async (host) => {
  const { database, asking, boss, look } = await openParts()
  const turn = (await asking.narratoria.openSession('castle')).play('sing')
  while ((await boss.fetch(turnQueue)).length === 0);
  if (host === 'host_me') await join(database, host)
  await database.query(`UPDATE narratoria.turn_jobs SET state = 'active', host = $1, attempt = 1`, [host])
  if (host === 'host_me') {
    await look({ plays: () => true })
    expect(await database.query('SELECT state FROM narratoria.turn_jobs')).toEqual([{ state: 'active' }])
  }
  await look()
  await expect(turn.result).rejects.toMatchObject({ code: 'session_lost' })
  expect(await database.query('SELECT state FROM narratoria.turn_jobs')).toEqual([{ state: 'ended' }])
})

test('a turn whose job is missing is played all the same', async () => {
  const { database, home, asking, look } = await openParts()
  const turn = (await asking.narratoria.openSession('castle')).play('sing')
  const jobs = () => database.query<{ id: string }>(`SELECT id FROM narratoria_jobs.job WHERE name = 'turn'`)
  while ((await jobs()).length === 0);
  await database.query(`DELETE FROM narratoria_jobs.job WHERE name = 'turn'`)
  await look()
  expect(await jobs()).toEqual([])
  await database.query(`UPDATE narratoria.turn_jobs SET created_at = now() - interval '1 minute'`)
  await look()
  expect(await jobs()).toHaveLength(1)
  const playing = await openHost(home, { database })
  onTestFinished(() => playing.close())
  expect(await turn.result).toMatchObject({ status: 'stored' })
})

test('attempts that no worker runs end as worker_lost', async () => {
  const { database, look, boss } = await openParts()
  await join(database, 'worker_other')
  const ids = Array.from({ length: 4 }, () => randomUUID())
  const [gone, mine, others, waiting] = ids
  const insert = (id: string | undefined, state: string, worker: string | null) =>
    database.query(
      `INSERT INTO narratoria.tool_runs (run_id, host, state, worker, sealed) VALUES ($1, 'h', $2, $3, '')`,
      [id, state, worker],
    )
  await insert(gone, 'active', 'worker_gone')
  await insert(mine, 'active', 'host_me')
  await insert(others, 'active', 'worker_other')
  await insert(waiting, 'queued', null)
  await boss.insert(toolQueue, [{ id: waiting!, data: { runId: waiting } }])
  await database.query(`UPDATE narratoria.tool_runs SET created_at = now() - interval '1 minute'`)
  await look()
  const ended = await database.query<{ run_id: string; sealed: Uint8Array }>(
    `SELECT r.run_id, e.sealed FROM narratoria.tool_runs r JOIN narratoria.tool_events e USING (run_id) WHERE r.state = 'ended'`,
  )
  expect(new Set(ended.map(({ run_id: id }) => id))).toEqual(new Set([gone, mine]))
  for (const { sealed } of ended)
    expect(new Sealer(testKey).open(sealed)).toMatchObject({
      outcome: { failure: { errorCode: 'worker_lost', retryable: true } },
    })
})

test('an attempt that waits when the last worker leaves is run by the host', async () => {
  const [database, home] = [await openPglite(), await temporaryFolder()]
  const worker = await openWorker(home, { database, slots: 0 })
  const host = await openHost(home, { database })
  onTestFinished(() => host.close({ force: true }))
  const turn = (await host.narratoria.openSession('castle')).play('sing')
  await expect.poll(() => database.query('SELECT state FROM narratoria.tool_runs')).toEqual([{ state: 'queued' }])
  await worker.close()
  expect(await turn.result).toMatchObject({ status: 'stored' })
})
