import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TestCluster } from './fixtures/cluster-parts.ts'
import { ClusterProcess } from './fixtures/cluster-processes.ts'
import { copyNextVersion } from './fixtures/next-version.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'

describe.skipIf(noPostgres)(`many hosts at once${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()

  test('criterion 14: eight hosts and two workers play at the same time on a server with 100 connections', async () => {
    const cluster = await TestCluster.open(await servers.createDatabase())
    onTestFinished(() => cluster.close())
    const [hosts] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, (_, n) => cluster.start('host', `host ${n}`))),
      Promise.all(['v', 'w'].map((name) => cluster.start('worker', name))),
    ])
    const name = new URL(cluster.database).pathname.slice(1)
    const count = async (sql: string) => Number((await servers.asAdmin(sql))[0]!.n)
    let most = 0
    let isPlaying = true
    const watching = (async () => {
      const sql = `SELECT count(*) AS n FROM pg_stat_activity WHERE datname = '${name}'`
      while (isPlaying) most = Math.max(most, await count(sql))
    })()
    const played = hosts.flatMap((host, n) =>
      ['a', 'b', 'c'].map((part) => host.send({ play: 'sing', session: `${part}${n}` }).done()),
    )
    const answers = await Promise.all(played)
    isPlaying = false
    await watching
    expect(answers.filter(({ status }) => status !== 'stored')).toEqual([])
    expect(cluster.processes.flatMap(({ lines }) => lines.filter((line) => 'problem' in line))).toEqual([])
    console.info(`eight hosts and two workers, 24 turns at once: at most ${most} connections`)
    expect(await count(`SELECT setting::int AS n FROM pg_settings WHERE name = 'max_connections'`)).toBe(100)
    expect(most).toBeGreaterThan(8)
    expect(most).toBeLessThanOrEqual(10 * 8)
  })

  test('criterion 15: hosts of two versions share the stories, the migration runs once, and the older one is refused afterwards', async () => {
    const cluster = await TestCluster.open(await servers.createDatabase())
    onTestFinished(() => cluster.close())
    const older = await cluster.start('host', 'older')
    expect(await older.send({ play: 'sing', session: 'shared' }).done()).toMatchObject({ status: 'stored', seq: 1 })

    const next = await copyNextVersion(`
      ALTER TABLE narratoria.sessions ADD COLUMN mood text;
      CREATE TABLE narratoria.moods (mood text);
      INSERT INTO narratoria.moods VALUES ('calm')`)
    const newer = ['one', 'two'].map(
      (name) => new ClusterProcess('host', [cluster.database, name, join(cluster.home, name)], next),
    )
    cluster.processes.push(...newer)
    await Promise.all(newer.map((host) => host.line((line) => 'ready' in line)))
    const admin = new URL(servers.server.url)
    admin.pathname = new URL(cluster.database).pathname
    expect(await servers.asAdmin('SELECT * FROM narratoria.moods', admin.href)).toEqual([{ mood: 'calm' }])

    // The one that was running goes on, and so does each story on the others.
    for (const [index, host] of [...newer, older, newer[0]!, older].entries())
      expect(await host.send({ play: 'sing', session: 'shared' }).done()).toMatchObject({
        status: 'stored',
        seq: index + 2,
      })
    const again = new ClusterProcess('host', [cluster.database, 'again', join(cluster.home, 'again')])
    cluster.processes.push(again)
    await expect(again.line((line) => 'ready' in line)).rejects.toThrow(
      /The database has schema (\d+) of the cluster, and this program knows schemas up to \d+\. Update this program\./,
    )
  })
})
