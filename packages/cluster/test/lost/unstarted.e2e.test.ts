import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../runtime/test/fixtures/temporary-folder.ts'
import { openJobs, turnQueue } from '../../src/jobs/open-jobs.ts'
import { openHost } from '../fixtures/open-cluster.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

test('a turn that a process took and did not start before it died is given to another one', async () => {
  const [database, home] = [await openPglite(), await temporaryFolder()]
  const asking = await openHost(home, { database, slots: 0 })
  const dead = await openJobs(database, { onError() {} })
  onTestFinished(async () => {
    await dead.stop({ graceful: false, close: false })
    await asking.close()
  })
  const turn = (await asking.narratoria.openSession('castle')).play('sing')
  while ((await dead.fetch(turnQueue)).length === 0);
  await database.query(
    `INSERT INTO narratoria.members (id, kind, name, backend, lock_key, slots, beat_at)
     VALUES ('host_dead', 'host', 'dead', 0, 1, 4, now() - interval '1 minute')`,
  )
  const jobs = () => database.query<{ state: string }>(`SELECT state FROM narratoria_jobs.job WHERE name = 'turn'`)
  await expect.poll(jobs).toEqual([{ state: 'retry' }])
  const playing = await openHost(home, { database })
  onTestFinished(() => playing.close())
  expect(await turn.result).toMatchObject({ status: 'stored' })
})
