import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { PgBoss } from 'pg-boss'
import { folderDigest } from '@narratoria/skills/install'
import { type Database, openDatabase } from '../src/index.ts'
import { Sealer } from '../src/jobs/sealer.ts'
import { openHost, openWorker, skillRoot, testKey } from './fixtures/open-cluster.ts'
import { openJobs } from '../src/jobs/open-jobs.ts'
import { migrate } from '../src/store/migrate.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'
import { noPooler, openPooler } from './fixtures/pooler.ts'

describe.skipIf(noPostgres)(`trust in a cluster${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()
  let home: string
  let database: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'narratoria-trust-'))
    database = await servers.createDatabase()
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  /** Every row of every table of the database, as text. */
  async function dump(): Promise<string> {
    const tables = await servers.asAdmin(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname LIKE 'narratoria%'`,
      adminUrl(),
    )
    const rows = await Promise.all(
      tables.map(async ({ name }) => servers.asAdmin(`SELECT t::text AS row FROM ${String(name)} t`, adminUrl())),
    )
    return JSON.stringify(rows)
  }
  const adminUrl = () => {
    const url = new URL(servers.server.url)
    url.pathname = new URL(database).pathname
    return url.href
  }

  test('criterion 13: no secret and no path of a machine is in any row, while a tool with a secret runs', async () => {
    const worker = await openWorker(home, { database })
    const host = await openHost(home, { database })
    onTestFinished(async () => {
      await host.close({ force: true })
      await worker.close()
    })
    await host.narratoria.skills.setConfig('probe', { token: 'hunter2-hunter2' })
    const session = await host.narratoria.openSession('castle')
    const turn = session.play('wait 2000')
    let dumped = ''
    for await (const event of turn)
      if (event.type === 'tool_event' && event.event.type === 'log' && dumped === '') {
        expect(event.event.message).toContain('narratoria-attempt-')
        dumped = await dump()
      }
    await session.play('secret').result
    dumped += await dump()
    expect(dumped.length).toBeGreaterThan(1_000)
    for (const secret of ['hunter2', testKey, home])
      for (const form of [
        secret,
        Buffer.from(secret).toString('hex'),
        Buffer.from(secret).toString('base64').slice(0, -4),
      ])
        expect(dumped).not.toContain(form)
  })

  test('criterion 13: a forged job for a file outside of the skills is refused', async () => {
    const worker = await openWorker(home, { database })
    const connection = await openDatabase(database)
    const boss = new PgBoss({ connectionString: database, schema: 'narratoria_jobs', migrate: false, supervise: false })
    await boss.start()
    onTestFinished(async () => {
      await boss.stop({ graceful: false })
      await connection.close()
      await worker.close()
    })
    const digest = folderDigest(join(skillRoot, 'probe'))
    const forge = async (tool: object, key = testKey) => {
      const attemptId = randomUUID()
      const request = { version: '0', tool: 't', input: { prompt: 'sing' } }
      const sealed = new Sealer(key).seal({ tool, request })
      await connection.query(`INSERT INTO narratoria.tool_runs (run_id, host, sealed) VALUES ($1, 'forger', $2)`, [
        attemptId,
        sealed,
      ])
      await boss.send('tool', { runId: attemptId }, { id: attemptId })
      for (;;) {
        const rows = await connection.query<{ sealed: Uint8Array }>(
          `SELECT e.sealed FROM narratoria.tool_events e JOIN narratoria.tool_runs r USING (run_id)
           WHERE run_id = $1 AND r.state = 'ended' ORDER BY n`,
          [attemptId],
        )
        if (rows.length > 0) return new Sealer(testKey).open<object>(rows.at(-1)!.sealed)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const refused = {
      outcome: { failure: { errorCode: expect.stringMatching(/^tool_(refused|not_found)$/), retryable: false } },
    }
    for (const path of [
      '../../../../../../../../bin/sh',
      '/bin/sh',
      '..',
      '',
      'scripts',
      'scripts/../../probe/scripts/act.mjs',
    ])
      expect(await forge({ skill: 'probe', path, digest })).toMatchObject(refused)
    expect(await forge({ skill: 'probe', path: 'scripts/act.mjs', digest: 'other' })).toMatchObject(refused)
    expect(await forge({ skill: 'probe', path: 'scripts/act.mjs', digest }, 'another key')).toMatchObject(refused)
    expect(await forge({ skill: 'probe', path: 'scripts/act.mjs', digest })).toMatchObject({
      outcome: { done: { ok: true } },
    })
  })

  test('criterion 14: a host has at most 8 connections and asks at most 5 times a second when it is idle', async () => {
    const connection = await openDatabase(database)
    let queries = 0
    const counted: Database = {
      locks: connection.locks,
      query: (sql, values) => {
        queries += 1
        return connection.query(sql, values)
      },
      transaction: (work) => {
        queries += 1
        return connection.transaction(work)
      },
      listen: (...given) => connection.listen(...given),
      close: () => connection.close(),
      [Symbol.asyncDispose]: () => connection.close(),
    }
    const host = await openHost(home, { database: counted })
    onTestFinished(async () => {
      await host.close()
      await connection.close()
    })
    const play = async (name: string) => (await host.narratoria.openSession(name)).play('sing').result
    await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map(play))
    const name = new URL(database).pathname.slice(1)
    const rows = await servers.asAdmin(`SELECT count(*) AS n FROM pg_stat_activity WHERE datname = '${name}'`)
    expect(Number(rows[0]!.n)).toBeLessThanOrEqual(8)
    /** The queries a second during five seconds. */
    const rate = async () => {
      const [before, from] = [queries, Date.now()]
      await new Promise((resolve) => setTimeout(resolve, 5_000))
      return (queries - before) / ((Date.now() - from) / 1_000)
    }
    // The host is idle as soon as it has ended the work that follows a turn, which takes longer on a busy machine.
    await expect.poll(rate, { timeout: 120_000 }).toBeLessThanOrEqual(5)
  })

  test.skipIf(noPooler)(
    `criterion 14: a pooler in transaction mode is refused at the start, one in session mode is not${noPooler ? ` (${noPooler})` : ''}`,
    async () => {
      const refused = (message: string) => ({ code: 'pooler_refused', message: expect.stringContaining(message) })
      const pooled = await openPooler(database, { mode: 'transaction' })
      await expect(openDatabase(pooled)).rejects.toMatchObject(refused('ignore_startup_parameters'))
      for (const size of [1, 5]) {
        const ignoring = await openPooler(database, {
          mode: 'transaction',
          size,
          ignores: 'extra_float_digits,options',
        })
        await expect(openHost(home, { database: ignoring })).rejects.toMatchObject(refused('the server itself'))
      }
      const host = await openHost(home, {
        database: await openPooler(database, { mode: 'session', size: 20, ignores: 'extra_float_digits,options' }),
      })
      const session = await host.narratoria.openSession('pooled')
      expect(await session.play('sing').result).toMatchObject({ status: 'stored' })
      await host.close()
    },
  )

  test('criterion 15: processes that start at the same time in an empty database all start', async () => {
    const connections = await Promise.all(Array.from({ length: 6 }, () => openDatabase(database)))
    const opened = await Promise.all(
      connections.map(async (connection) => {
        await migrate(connection)
        return openJobs(connection, { onError() {} })
      }),
    )
    await Promise.all(opened.map((boss) => boss.stop({ graceful: false, close: false })))
    await Promise.all(connections.map((connection) => connection.close()))
  })

  test('an invalid address, a server that does not run and a wrong password are refused with advice', async () => {
    await expect(openDatabase('mysql://x')).rejects.toMatchObject({ code: 'invalid_url' })
    await expect(openDatabase('postgres://a:b@127.0.0.1:1/c')).rejects.toMatchObject({
      code: 'database_unreachable',
      message: expect.stringContaining('127.0.0.1:1/c'),
    })
    const wrong = new URL(database)
    wrong.password = 'wrong'
    await expect(openDatabase(wrong.href)).rejects.toMatchObject({ code: 'database_unreachable' })
    await expect(openHost(home, { database: database.replace(/:[^:@]+@/, '@'), key: '' })).rejects.toMatchObject({
      code: 'key_missing',
    })
  })
})
