import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  openSync,
  readFileSync,
  readdirSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { makeOlder, schemaVersion } from '../../fixtures/older-file.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { digests, newSession, playInto } from '../../fixtures/turns.ts'

const hostProgram = fileURLToPath(new URL('../../fixtures/store-process.ts', import.meta.url))

/** A store with a story of some turns, closed in good order. */
async function storyFile(turns = 3, name: string | null = 'castle') {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession(name))
  for (let index = 1; index <= turns; index++)
    await playInto(store, sessionId, { prompt: `turn ${index}`, patch: { last: index, [`k${index % 10}`]: index } })
  await store.close()
  return { path, sessionId }
}

async function digestsOf(path: string, sessionId: string): Promise<string[]> {
  const store = await openSqliteSessionStore(path)
  try {
    return await digests(store, sessionId)
  } finally {
    await store.close()
  }
}

/** Starts a host in a process of its own and waits until it says `awaited`. */
async function startHost(task: string, path: string, sessionId: string, awaited: string) {
  const child = spawn(process.execPath, [hostProgram, task, path, sessionId], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) if (line.startsWith(awaited)) break
  return child
}

function userVersion(path: string): number {
  return readFileSync(path).readUInt32BE(60)
}

test('§9: a story is one file: when it is closed, nothing of it lies beside', async () => {
  const { path } = await storyFile()
  expect(existsSync(`${path}-wal`)).toBe(false)
  expect(statSync(path).size).toBeGreaterThan(0)
})

test('§9: what was played is there when the file is opened again', async () => {
  const { path, sessionId } = await storyFile()
  const store = await openSqliteSessionStore(path)
  const record = await store.findSession('castle')
  expect(record).toMatchObject({ sessionId, turns: 3 })
  expect(await store.stateAt(sessionId, record!.head)).toEqual({ last: 3, k1: 1, k2: 2, k3: 3 })
  await store.close()
})

test.skipIf(process.platform !== 'linux')(
  'a folder that the kernel does not let anyone create is refused',
  async () => {
    await expect(openSqliteSessionStore('/proc/none/sessions.db')).rejects.toMatchObject({ code: 'store_unwritable' })
  },
)

test('a time that is not a number is refused, and the file is not called damaged', async () => {
  const { path, sessionId } = await storyFile()
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  await expect(store.beginTurn(sessionId, { prompt: 'wait', startedAt: NaN })).rejects.toThrow(
    'times and counts must be numbers',
  )
  expect(await store.findSession(sessionId)).toMatchObject({ turns: 3 })
})

test('a file of a newer schema is refused and not touched', async () => {
  const { path } = await storyFile()
  const file = new DatabaseSync(path)
  file.exec('PRAGMA user_version = 99')
  file.close()
  const before = readFileSync(path)
  await expect(openSqliteSessionStore(path)).rejects.toMatchObject({ code: 'store_newer' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a database of another program is refused and not touched', async () => {
  const path = join(await temporaryFolder(), 'other.db')
  const file = new DatabaseSync(path)
  file.exec('CREATE TABLE mine (x); PRAGMA application_id = 7; PRAGMA user_version = 1')
  file.close()
  const before = readFileSync(path)
  await expect(openSqliteSessionStore(path)).rejects.toMatchObject({ code: 'store_foreign' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a file of another program without any marks is refused and not touched', async () => {
  const path = join(await temporaryFolder(), 'other.db')
  const file = new DatabaseSync(path)
  file.exec('CREATE TABLE sessions (x)')
  file.close()
  const before = readFileSync(path)
  await expect(openSqliteSessionStore(path)).rejects.toMatchObject({ code: 'store_foreign' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test.each([':memory:', ''])('a path that names no file is refused, and nothing is written: %j', async (path) => {
  await expect(openSqliteSessionStore(path)).rejects.toMatchObject({
    code: 'store_foreign',
    message: expect.stringContaining('MemorySessionStore'),
  })
  expect(existsSync(`${path}-lock`)).toBe(false)
})

test('an older file is backed up, then migrated, and its stories go on', async () => {
  const { path, sessionId } = await storyFile()
  makeOlder(path)
  const store = await openSqliteSessionStore(path)
  expect(store.notices.map(({ code }) => code)).toEqual(['migrated'])
  const backup = readdirSync(join(path, '..')).find((name) => name.includes('.backup-schema-1'))!
  expect(userVersion(join(path, '..', backup))).toBe(1)
  const turn = await playInto(store, sessionId, { prompt: 'on' })
  await store.labelTurn(sessionId, turn.turnId, 'here')
  expect((await store.line(sessionId, turn.turnId)).map(({ prompt }) => prompt)).toEqual([
    'turn 1',
    'turn 2',
    'turn 3',
    'on',
  ])
  await store.close()
  expect(userVersion(path)).toBe(schemaVersion)
})

/** Ways to ruin a file, from its first byte to its last. */
const damages: [string, (path: string) => void, number][] = [
  ['its header overwritten', (path) => overwrite(path, 0, 100), 200],
  ['its first page overwritten', (path) => overwrite(path, 0, 4_096), 200],
  [
    'a page in the middle overwritten',
    (path) => overwrite(path, Math.floor(statSync(path).size / 8_192) * 4_096, 4_096),
    150,
  ],
  ['its last third cut off', (path) => truncateSync(path, Math.floor(statSync(path).size / 12_288) * 8_192), 50],
]

test.each(damages)(
  'a file with %s is set aside untouched, what can be read is recovered, and the player gets a warning',
  { timeout: 240_000 },
  async (_, damage, atLeast) => {
    const { path, sessionId } = await storyFile(200)
    damage(path)
    const before = readFileSync(path)
    const store = await openSqliteSessionStore(path)
    expect(store.notices.map(({ code }) => code)).toEqual(['damaged_file_set_aside'])
    const aside = readdirSync(join(path, '..')).filter((name) => name.includes('.damaged-'))
    expect(readFileSync(join(path, '..', aside[0]!)).equals(before)).toBe(true)
    expect(store.notices[0]!.message).toContain(aside[0])
    const [record] = await store.listSessions()
    expect(record!.turns).toBeGreaterThanOrEqual(atLeast)
    expect(record).toMatchObject({ sessionId, name: 'castle' })
    const next = await playInto(store, record!.sessionId, { prompt: 'on', patch: { on: true } })
    expect(await store.stateAt(record!.sessionId, next.turnId)).toMatchObject({ on: true })
    await store.close()
    const again = await openSqliteSessionStore(path)
    expect(again.notices).toEqual([])
    await again.close()
  },
)

test('turns beside a damaged one keep their words, their order and their state', async () => {
  const { path, sessionId } = await storyFile(40)
  const file = new DatabaseSync(path)
  file.exec('PRAGMA foreign_keys = OFF; DELETE FROM details WHERE turn = 20; DELETE FROM turns WHERE id = 30')
  file.close()
  overwrite(path, statSync(path).size - 4_096, 64)
  const store = await openSqliteSessionStore(path)
  expect(store.notices).toHaveLength(1)
  const record = (await store.findSession('castle'))!
  const line = await store.line(record.sessionId, record.head)
  expect(line.map(({ seq }) => seq)).toEqual(
    [...Array(40).keys()].map((index) => index + 1).filter((seq) => seq !== 30),
  )
  expect(await store.stateAt(sessionId, record.head)).toMatchObject({ last: 40 })
  await store.close()
})

test.each([1, 1_000])('a file that is not a database is refused and not touched: %i lines', async (lines) => {
  const folder = await temporaryFolder()
  const path = join(folder, 'notes.db')
  const text = 'Once upon a time there was a text file.\n'.repeat(lines)
  writeFileSync(path, text)
  await expect(openSqliteSessionStore(path)).rejects.toMatchObject({
    code: 'store_foreign',
    message: expect.stringContaining('another program'),
  })
  expect(readFileSync(path, 'utf8')).toBe(text)
  expect(readdirSync(folder)).toEqual(['notes.db'])
})

test('a store that became another file is set aside', async () => {
  const { path } = await storyFile(1)
  writeFileSync(path, 'Once upon a time there was a text file. '.repeat(1_000))
  const store = await openSqliteSessionStore(path)
  expect(store.notices.map(({ code }) => code)).toEqual(['damaged_file_set_aside'])
  expect(await store.listSessions()).toEqual([])
  await store.close()
})

test('a changed byte in a stored turn is noticed when it is read, and the file is checked at the next start', async () => {
  const { path, sessionId } = await storyFile(3)
  const file = new DatabaseSync(path)
  file.exec(
    `UPDATE details SET detail = CAST(substr(detail, 1, 60) || x'00' || substr(detail, 62) AS BLOB) WHERE turn = 2`,
  )
  file.close()
  const store = await openSqliteSessionStore(path)
  const line = await store.line(sessionId, (await store.findSession(sessionId))!.head)
  await expect(store.readTurn(sessionId, line[1]!.turnId)).rejects.toMatchObject({ code: 'store_damaged' })
  await expect(store.readTurn(sessionId, line[2]!.turnId)).resolves.toMatchObject({ prompt: 'turn 3' })
  await store.close()
})

test('a recovery that was killed after its file was finished goes on at the next start', async () => {
  const { path } = await storyFile(5)
  copyFileSync(path, `${path}.recovered`)
  overwrite(path, 0, 4_096)
  const store = await openSqliteSessionStore(path)
  expect(store.notices.map(({ code }) => code)).toEqual(['damaged_file_set_aside'])
  expect(await store.findSession('castle')).toMatchObject({ turns: 5 })
  await store.close()
})

test('two hosts: the second is refused with a message that names the first, and is let in when the first was killed', async () => {
  const { path, sessionId } = await storyFile()
  const first = await startHost('hold', path, sessionId, 'locked')
  const store = await openSqliteSessionStore(path)
  await expect(store.lockSession(sessionId)).rejects.toMatchObject({
    code: 'session_in_use',
    message: expect.stringContaining(`Process ${first.pid}`),
  })
  const { sessionId: other } = await store.createSession(newSession('elsewhere'))
  await (await store.lockSession(other)).release()
  const gone = new Promise((resolve) => first.once('exit', resolve))
  first.kill('SIGKILL')
  await gone
  await (await store.lockSession(sessionId)).release()
  await store.close()
})

test('two hosts: a state that one of them changes is not read from the memory of the other', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const [one, two] = [await openSqliteSessionStore(path), await openSqliteSessionStore(path)]
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))
  const { sessionId } = await one.createSession(newSession())
  const turn = await playInto(one, sessionId, { prompt: 'wait', patch: { count: 1 } })
  expect(await two.stateAt(sessionId, turn.turnId)).toEqual({ count: 1 })
  await one.amendTurn({ ...turn, state: { count: 2 } })
  expect(await two.stateAt(sessionId, turn.turnId)).toEqual({ count: 2 })
  const lock = await two.lockSession(sessionId)
  expect(await two.stateAt(sessionId, turn.turnId)).toEqual({ count: 2 })
  await lock.release()
})

test('two hosts: stories can be listed and read while another host plays', async () => {
  const { path, sessionId } = await storyFile()
  await startHost('play', path, sessionId, 'committed')
  const store = await openSqliteSessionStore(path)
  expect((await store.listSessions())[0]!.turns).toBeGreaterThanOrEqual(4)
  await store.close()
})

test.skipIf(process.platform === 'win32')(
  '§9: on a full disk the turn is refused whole, and the next one works when there is room',
  async () => {
    const { path, sessionId } = await storyFile()
    const before = await digestsOf(path, sessionId)
    const limit = Math.ceil(statSync(path).size / 1024) + 3_000
    const full = spawnSync(
      '/bin/sh',
      ['-c', 'ulimit -f "$0"; exec "$@"', String(limit * 2), process.execPath, hostProgram, 'fill', path, sessionId],
      { encoding: 'utf8' },
    )
    const lines = full.stdout.trim().split('\n')
    expect(lines.at(-1)).toContain('refused store_full')
    const committed = lines.flatMap((line) => /^committed (.*)/.exec(line)?.[1] ?? [])
    expect(committed.length).toBeGreaterThan(0)
    const store = await openSqliteSessionStore(path)
    expect(await store.findSession(sessionId)).toMatchObject({ turns: 3 + committed.length })
    expect(await digests(store, sessionId)).toEqual([...before, ...committed])
    expect((await store.lockSession(sessionId)).lostTurn).toMatchObject({ seq: 3 + committed.length + 1 })
    await playInto(store, sessionId, { prompt: 'on' })
    expect(await store.findSession(sessionId)).toMatchObject({ turns: 4 + committed.length })
    await store.close()
  },
)

test('a folder that cannot be written: stories can be read, playing and a new store are refused; writable again, it goes on', async () => {
  const { path, sessionId } = await storyFile()
  const before = await digestsOf(path, sessionId)
  const folder = join(path, '..')
  chmodSync(path, 0o444)
  chmodSync(folder, 0o555)
  onTestFinished(() => chmodSync(folder, 0o755))
  // The superuser may write everywhere, so the test runs as another user.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  const look = (task: string, file: string) =>
    spawnSync(process.execPath, [hostProgram, task, file, sessionId], { encoding: 'utf8', ...user }).stdout
  const read = look('read', path)
  expect(read).toContain('notice read_only')
  expect(read.match(/(?<=^read ).*/gm)).toEqual(before)
  expect(look('play', path)).toMatch(/notice read_only[\s\S]*refused store_unwritable/)
  expect(look('play', join(folder, 'new.db'))).toContain('refused store_unwritable')

  chmodSync(folder, 0o755)
  chmodSync(path, 0o644)
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  expect(store.notices).toEqual([])
  await playInto(store, sessionId, { prompt: 'on' })
  expect((await digests(store, sessionId)).slice(0, -1)).toEqual(before)
})

function overwrite(path: string, from: number, length: number): void {
  writeSync(openSync(path, 'r+'), Buffer.alloc(length, 0x5a), 0, length, from)
}
