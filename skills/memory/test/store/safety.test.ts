import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { createLockedFile } from '../locked-file.ts'
import { createWorld, storeScript } from '../world.ts'

const events = (count: number, word = 'rider') =>
  Array.from({ length: count }, (_, at) => ({ text: `The ${word} number ${at} passes milestone ${at * 7}` }))

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0

describe('damage', () => {
  test('FR-059: a file that is not a database is renamed unchanged and reported, and the session continues', async () => {
    const world = createWorld()
    writeFileSync(world.file(), 'this is not a database, but it may be of use'.repeat(50))
    const run = await world.store({ text: 'The gate opens' })
    expect(run.ok).toBe(true)
    expect(run.errors).toMatchObject([{ errorCode: 'memory_damaged' }])
    const aside = readdirSync(world.dataDir).find((name) => name.includes('damaged'))!
    expect(run.errors[0]!.errorMessage).toContain(aside)
    expect(readFileSync(`${world.dataDir}/${aside}`, 'utf8')).toContain('it may be of use')
    expect((await world.recall({ query: 'gate' })).texts).toEqual(['The gate opens'])
  })

  test('FR-059: the readable events of a damaged file are recovered', async () => {
    const world = createWorld()
    await world.store({ events: events(600) })
    const bytes = readFileSync(world.file())
    bytes.fill(0xee, bytes.length - 16_384, bytes.length - 8192)
    writeFileSync(world.file(), bytes)
    const run = await world.store({ text: 'The gate opens' }, { seq: 2 })
    expect(run.errors).toMatchObject([{ errorCode: 'memory_damaged' }])
    const saved = (run.errors[0]!.details as { saved: number }).saved
    expect(saved).toBeGreaterThan(100)
    expect(run.output).toEqual({ memory: { count: saved + 1 } })
    expect((await world.recall({ query: 'rider number 1' })).recalled.length).toBeGreaterThan(0)
  })

  test('FR-059: recall reports a truncated file', async () => {
    const world = createWorld()
    await world.store({ events: events(600) })
    truncateSync(world.file(), 40_000)
    const { run } = await world.recall({ query: 'rider' }, { state: { memory: { count: 600 } } })
    expect(run.ok).toBe(true)
    expect(run.errors[0]).toMatchObject({ errorCode: 'memory_damaged' })
  })

  test.each([
    ['deleted', (file: string) => rmSync(file)],
    ['emptied', (file: string) => writeFileSync(file, '')],
  ])('FR-059: a file that was %s is reported', async (_, lose) => {
    const world = createWorld()
    await world.store({ events: events(3) })
    lose(world.file())
    const { run, recalled } = await world.recall({ query: 'rider' }, { state: { memory: { count: 3 } } })
    expect(recalled).toEqual([])
    expect(run.errors).toMatchObject([{ errorCode: 'memories_missing', details: { known: 3, found: 0 } }])
  })

  test('FR-059, 002 Edge 10: a file of a later version is not changed or renamed', async () => {
    const world = createWorld()
    await world.store({ text: 'The gate opens' })
    const db = new DatabaseSync(world.file())
    db.exec('PRAGMA user_version = 99')
    db.close()
    const run = await world.store({ text: 'The gate shuts' })
    expect(run.ok).toBe(false)
    expect(run.errors[0]!.errorMessage).toContain('later version')
    expect(readdirSync(world.dataDir).filter((name) => name.includes('damaged'))).toEqual([])
  })
})

test('a script that gets no request writes no file', async () => {
  const world = createWorld()
  const child = spawn(process.execPath, [storeScript], { cwd: world.dataDir, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.end()
  await once(child, 'close')
  expect(readdirSync(world.dataDir)).toEqual([])
})

describe('concurrency', () => {
  test('FR-059: a new file is written once another writer has released it', async () => {
    const world = createWorld()
    await createLockedFile(world.file())
    const run = await world.store({ text: 'The gate opens' })
    expect(run.errors).toEqual([])
    expect(run.output).toEqual({ memory: { count: 1 } })
  })

  test('FR-059: twelve writers at once lose nothing', async () => {
    const world = createWorld()
    const runs = await Promise.all(
      Array.from({ length: 12 }, (_, writer) =>
        world.store({ events: events(40, `herald${writer}`) }, { seq: 1, key: `writer-${writer}`, isProcess: true }),
      ),
    )
    expect(runs.map(({ ok }) => ok)).toEqual(Array.from({ length: 12 }, () => true))
    expect((await world.store({ text: 'last' }, { seq: 2 })).output).toEqual({ memory: { count: 12 * 40 + 1 } })
  })

  test('FR-059: killed writers leave complete transactions and a valid file', async () => {
    const world = createWorld()
    await world.store({ events: events(10) }, { seq: 1 })
    const journal = `${world.file()}-wal`
    let killed = 0
    for (let round = 0; killed < 3 && round < 30; round++) {
      const last = new DatabaseSync(world.file())
      last.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      last.close()
      const child = spawn(process.execPath, [storeScript], { stdio: ['pipe', 'ignore', 'ignore'] })
      const closed = new Promise((resolve) => child.on('close', resolve))
      const request = {
        input: { events: events(3000, `victim${round}`) },
        sessionId: 'tale',
        turn: { id: 't', seq: 2, line: [[0, 2]] },
        idempotencyKey: `round-${round}`,
        skill: { name: 'memory', dataDir: world.dataDir, config: {} },
      }
      child.stdin.on('error', () => {})
      child.stdin.end(`${JSON.stringify(request)}\n`)
      // The journal was truncated, so it grows when this writer writes.
      while (child.exitCode === null && sizeOf(journal) < 4096) await setImmediate()
      if (child.exitCode === null) killed++
      child.kill('SIGKILL')
      await closed
    }
    expect(killed).toBe(3)
    const db = new DatabaseSync(world.file())
    expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    const { events: kept } = db.prepare('SELECT count(*) AS events FROM memories').get() as { events: number }
    db.close()
    expect((kept - 10) % 3000).toBe(0)
    expect((await world.store({ text: 'after' }, { seq: 3 })).ok).toBe(true)
  })
})
