import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../runtime/test/fixtures/temporary-folder.ts'
import { openS3Exchange } from '../src/index.ts'
import { openPglite } from './fixtures/open-pglite.ts'
import { openHost, openWorker } from './fixtures/open-cluster.ts'
import { openCluster } from './fixtures/open-hosts.ts'
import { openS3, s3Key } from './fixtures/open-s3.ts'

test('a turn is played by a host of the cluster, and its events arrive at the host that asked', async () => {
  const { hosts } = await openCluster()
  const session = await hosts[0].narratoria.openSession('castle')
  const turn = session.play('sing')
  const events: TurnEvent[] = []
  for await (const event of turn) events.push(event)
  expect(await turn.result).toMatchObject({ status: 'stored', narrative: expect.stringContaining('sing') })
  expect(events[0]?.type).toBe('turn_started')
  expect(events.at(-1)?.type).toBe('turn_finished')
  const there = await hosts[1].narratoria.openSession('castle')
  expect(await there.turns()).toMatchObject([{ prompt: 'sing' }])
  await there.play('dance').result
  expect(await session.turns()).toMatchObject([{ prompt: 'sing' }, { prompt: 'dance' }])
  await session.undo()
  expect(await there.turns()).toHaveLength(1)
})

test('while a turn is played, another one of the session is refused, on every host', async () => {
  const { hosts } = await openCluster()
  const [here, there] = [
    await hosts[0].narratoria.openSession('castle'),
    await hosts[1].narratoria.openSession('castle'),
  ]
  const turn = here.play('wait 700')
  await turn[Symbol.asyncIterator]().next()
  await expect(there.play('sing').result).rejects.toMatchObject({ code: 'session_busy' })
  expect(await turn.result).toMatchObject({ status: 'stored' })
  expect(await there.play('sing').result).toMatchObject({ status: 'stored' })
})

test('tools run on a worker that has their skill: no path and no secret in a row, and files come back', async () => {
  const { database, home, hosts } = await openCluster({ workers: 1 })
  const { narratoria } = hosts[0]
  await narratoria.skills.setConfig('probe', { token: 'hunter2-hunter2' })
  const session = await narratoria.openSession('castle')
  const pids = new Set<number>()
  const turn = session.play('secret')
  for await (const event of turn)
    if (event.type === 'tool_event' && event.event.type === 'log')
      for (const [, pid] of event.event.message.matchAll(/began (\d+) in .*narratoria-attempt-/g)) pids.add(Number(pid))
  expect(await turn.result).toMatchObject({ status: 'stored' })
  expect(pids.size).toBe(1)
  const painted = await session.play('paint').result
  expect(painted).toMatchObject({ status: 'stored' })
  expect(await session.assets()).toMatchObject([{ mediaType: 'image/png', sizeBytes: 9 }])
  // The rows of the turns and of their jobs are still there; those of the attempts are removed when their host has read them.
  const rows = JSON.stringify([
    await database.query('SELECT *, sealed::text AS hex FROM narratoria.turn_jobs'),
    await database.query('SELECT * FROM narratoria_jobs.job'),
    await database.query('SELECT * FROM narratoria.sessions'),
  ])
  for (const form of ['hunter2', Buffer.from('hunter2').toString('hex'), home]) expect(rows).not.toContain(form)
})

test('files of tools can be passed on through a store of objects instead of a folder', async () => {
  const [{ bucket, folder }, database, home] = [await openS3(), await openPglite(), await temporaryFolder()]
  const worker = await openWorker(home, { database, exchange: await openS3Exchange({ ...s3Key, bucket }) })
  const host = await openHost(home, { database, exchange: await openS3Exchange({ ...s3Key, bucket }) })
  onTestFinished(async () => {
    await host.close()
    await worker.close()
  })
  const session = await host.narratoria.openSession('castle')
  expect(await session.play('paint').result).toMatchObject({ status: 'stored' })
  const [asset] = await session.assets()
  expect(await readFile(asset!.path, 'utf8')).toBe('a picture')
  const hash = createHash('sha256').update('a picture').digest('hex')
  expect(await readdir(join(folder, 'narratoria'))).toContain(`${hash}._S3rver_object`)
})

test('a host that is drained takes no more turns, and the others play on', async () => {
  const { hosts } = await openCluster()
  await hosts[0].drain()
  expect(await hosts[0].isReady()).toBe(false)
  expect(await hosts[1].isReady()).toBe(true)
  const session = await hosts[0].narratoria.openSession('castle')
  expect(await session.play('sing').result).toMatchObject({ status: 'stored' })
})

test('a worker that is closed ends the attempts that it runs; with `force`, it kills them', async () => {
  const { home, hosts, workers } = await openCluster({ workers: 2 })
  const [first, second] = workers
  const session = await hosts[0].narratoria.openSession('castle')
  const closed = session.play('wait 700')
  await expect.poll(() => first!.running + second!.running).toBe(1)
  const [busy, idle] = first!.running === 1 ? [first!, second!] : [second!, first!]
  await busy.close()
  expect(await closed.result).toMatchObject({ status: 'stored', execution: { success: true } })
  const gate = join(home, 'gate')
  const killed = session.play(`until ${gate}`)
  await expect.poll(() => idle.running).toBe(1)
  await idle.close({ force: true })
  expect(idle.running).toBe(0)
  // The host runs the tool again. It may give it to the worker once more, because it knows the members of half a second ago.
  await writeFile(gate, '')
  const [result] = (await killed.result).execution!.toolResults
  expect(result).toMatchObject({ ok: true })
  expect([1, 2]).toContain(result!.retryCount)
})
