import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openSqliteSessionStore, type SessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { digest, newSession, playInto } from '../../fixtures/turns.ts'

/** How many hosts are killed while they play, and half as many while they migrate; `NARRATORIA_TORTURE=200` for the long run. */
const kills = Number(process.env.NARRATORIA_TORTURE ?? 24)
/** So many that the rarest moment is among them for certain. */
const isLongRun = kills >= 100
const hostProgram = fileURLToPath(new URL('../../fixtures/store-process.ts', import.meta.url))

/** Runs a host, kills it `delayMs` after it said `awaited`, and answers with every whole line that it wrote. */
async function killHost(args: string[], { awaited, delayMs }: { awaited: string; delayMs: number }): Promise<string[]> {
  const child = spawn(process.execPath, [hostProgram, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const started = new Promise<void>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes(awaited)) resolve()
    }),
  )
  const closed = new Promise((resolve) => child.once('close', resolve))
  await Promise.race([started, closed])
  await sleep(delayMs)
  child.kill('SIGKILL')
  await closed
  return output.split('\n').slice(0, -1)
}

/** Text that does not compress, so that a file has its size. */
function noise(length: number): string {
  return randomBytes(length / 2).toString('hex')
}

test(
  `§9: ${kills} kills at random moments lose no committed turn and show no half-written one`,
  { timeout: 120_000 + kills * 15_000 },
  async () => {
    const path = join(await temporaryFolder(), 'sessions.db')
    const setUp = await openSqliteSessionStore(path)
    const { sessionId } = await setUp.createSession(newSession())
    await setUp.close()
    const committed = new Map<number, string>()
    let midCommit = 0
    let lost = 0
    for (let kill = 0; kill < kills; kill++) {
      // A third die while they open the file, a third anywhere in their play, a third between the statements of a commit.
      const isWithin = kill % 3 === 2
      const awaited = kill % 3 === 0 ? 'opening' : 'committed'
      const lines = await killHost(
        isWithin ? ['die', path, sessionId, String(1 + (kill % 2))] : ['play', path, sessionId],
        { awaited, delayMs: isWithin ? 0 : Math.random() * 60 },
      )
      if (isWithin) expect(lines.at(-1)).toMatch(/^committing/)
      for (const line of lines) {
        const [word, seq, hash] = line.split(' ')
        if (word === 'committed') committed.set(Number(seq), hash!)
      }
      expect(lines.filter((line) => /^(notice|refused)/.test(line))).toEqual([])
      if (lines.at(-1)?.startsWith('committing')) midCommit += 1

      const store = await openSqliteSessionStore(path)
      expect(store.notices).toEqual([])
      const lock = await store.lockSession(sessionId)
      if (lock.lostTurn) lost += 1
      if (isWithin) expect(lock.lostTurn).toBeDefined()
      const found = new Set<number>()
      for await (const turn of store.readTurns(sessionId)) {
        found.add(turn.seq)
        // One may have been committed without the time to say so; it is whole, and known from here on.
        if (!committed.has(turn.seq)) committed.set(turn.seq, digest(turn))
        expect(digest(turn)).toBe(committed.get(turn.seq))
      }
      expect([...committed.keys()].filter((seq) => !found.has(seq))).toEqual([])
      const next = await playInto(store, sessionId, { prompt: `after kill ${kill}` })
      committed.set(next.seq, digest(next))
      expect(await store.findSession(sessionId)).toMatchObject({ turns: committed.size, head: next.turnId })
      await store.close()
    }
    console.info(
      `${kills} kills, ${midCommit} of them during a commit; ${lost} lost turns told; ${committed.size} turns, all whole`,
    )
    expect(Math.min(midCommit, lost)).toBeGreaterThanOrEqual(Math.floor(kills / 3))
    const file = new DatabaseSync(path)
    expect(file.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    file.close()
  },
)

test(
  'a migration that is killed at any moment leaves the old file or the new one, with every turn',
  { timeout: 120_000 + kills * 15_000 },
  async () => {
    const path = join(await temporaryFolder(), 'sessions.db')
    const setUp = await openSqliteSessionStore(path)
    const { sessionId } = await setUp.createSession(newSession())
    for (let index = 0; index < 100; index++)
      await playInto(setUp, sessionId, { prompt: `turn ${index}`, patch: { noise: noise(20_000) } })
    const digests = async (store: SessionStore) => {
      const all = []
      for await (const turn of store.readTurns(sessionId)) all.push(digest(turn))
      return all
    }
    const whole = await digests(setUp)
    await setUp.close()
    // How long a migration takes that nobody kills, so that kills fall anywhere in it.
    makeOlder(path)
    const startedAt = performance.now()
    await killHost(['open', path], { awaited: 'opened', delayMs: 0 })
    const usualMs = performance.now() - startedAt

    const found = { old: 0, migrated: 0, unfinishedCopies: 0 }
    const within = new Set<string>()
    for (let kill = 0; kill < Math.ceil(kills / 2); kill++) {
      makeOlder(path)
      // Every second one dies between the statements of the migration's transaction, the others anywhere.
      const isWithin = kill % 2 === 0
      const lines = await killHost(isWithin ? ['die-migrating', path, '-', String((kill / 2) % 3)] : ['open', path], {
        awaited: isWithin ? 'migrating' : 'opening',
        delayMs: isWithin ? 0 : Math.random() * usualMs,
      })
      if (isWithin) within.add(lines.at(-1)!)
      const after = new DatabaseSync(path)
      const version = Number(after.prepare('PRAGMA user_version').get()?.user_version)
      expect(isWithin ? [1] : [1, 2]).toContain(version)
      expect(after.prepare(`SELECT count(*) AS n FROM sqlite_schema WHERE name = 'labels'`).get()?.n).toBe(version - 1)
      after.close()
      found[version === 1 ? 'old' : 'migrated'] += 1
      const names = await readdir(join(path, '..'))
      if (names.some((name) => name.includes('backup-unfinished'))) found.unfinishedCopies += 1
      // A backup has its final name only when it is whole.
      for (const name of names.filter((name) => name.includes('.backup-schema-'))) {
        const copy = new DatabaseSync(join(path, '..', name), { readOnly: true })
        expect(copy.prepare('SELECT count(*) AS n FROM turns').get()?.n).toBeGreaterThanOrEqual(100)
        copy.close()
        await rm(join(path, '..', name))
      }
      const store = await openSqliteSessionStore(path)
      expect(await digests(store)).toEqual(whole)
      const next = await playInto(store, sessionId, { prompt: `after kill ${kill}` })
      whole.push(digest(next))
      await store.close()
    }
    console.info(
      `${Math.ceil(kills / 2)} migrations killed within ${Math.round(usualMs)} ms: ${found.unfinishedCopies} while the old file was ` +
        `copied, ${found.old} found the old file, ${found.migrated} the new one, each with every turn`,
    )
    expect([...within].toSorted()).toEqual([
      'migrating, before COMMIT',
      'migrating, before CREATE TABLE labels',
      'migrating, before PRAGMA user_version = 2',
    ])
    if (isLongRun) expect(Math.min(found.old, found.migrated, found.unfinishedCopies)).toBeGreaterThan(0)
  },
)

function makeOlder(path: string): void {
  const file = new DatabaseSync(path)
  file.exec('DROP TABLE IF EXISTS labels; PRAGMA user_version = 1')
  file.close()
}
