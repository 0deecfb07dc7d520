import {
  copyFileSync,
  createReadStream,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { makeTurn, newSession, playInto } from '../../fixtures/turns.ts'

/** A store of more than 4 MB, closed in good order: too large to be read from end to end at every start. */
async function largeFile(turns = 60) {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const session = { ...newSession('castle'), head: null as string | null, tip: null as string | null }
  const played = []
  for (let seq = 1, parentId: string | null = null, before = {}; seq <= turns; seq++) {
    const turn = makeTurn({ sessionId: session.sessionId, seq, parentId }, `turn ${seq}`, before, { last: seq })
    turn.events.push({ type: 'warning', code: 'noise', message: randomBytes(90_000).toString('base64') })
    played.push(turn)
    parentId = turn.turnId
    before = turn.state
  }
  session.head = session.tip = played.at(-1)!.turnId
  await store.importSession(session, played)
  await store.close()
  expect(statSync(path).size).toBeGreaterThan(4 << 20)
  return { path, sessionId: session.sessionId }
}

/** Flips some bytes deep in the stored details of the turn in the middle, where no page's structure shows it. */
async function damageDeep(path: string): Promise<void> {
  const needle = new DatabaseSync(path)
  const row = needle.prepare('SELECT substr(detail, 30000, 24) AS bytes FROM details WHERE turn = 30').get()
  needle.close()
  const bytes = Buffer.from(row!.bytes as Uint8Array)
  let [rest, from] = [Buffer.alloc(0), 0]
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk as Buffer])
    const at = rest.indexOf(bytes)
    if (at >= 0) {
      writeSync(openSync(path, 'r+'), Buffer.alloc(8, 0x5a), 0, 8, from + at)
      return
    }
    from += rest.length - Math.min(rest.length, bytes.length)
    rest = rest.subarray(rest.length - Math.min(rest.length, bytes.length))
  }
  throw new Error('the block was not found')
}

/** Overwrites a whole page in the last third, an index or a table's. */
function damagePage(path: string): void {
  const page = Math.floor((statSync(path).size * 2) / 3 / 4_096) * 4_096
  writeSync(openSync(path, 'r+'), Buffer.alloc(4_096, 0x5a), 0, 4_096, page)
}

async function loseIndexEntry(path: string): Promise<void> {
  const file = new DatabaseSync(path)
  file.enableDefensive?.(false)
  file.exec(`PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX turns_by_id ON turns (session, turn_id) WHERE seq <> 30'
      WHERE name = 'turns_by_id';`)
  file.close()
  const partial = new DatabaseSync(path)
  partial.enableDefensive?.(false)
  partial.exec(`REINDEX turns_by_id; PRAGMA writable_schema = ON;
    UPDATE sqlite_schema SET sql = 'CREATE UNIQUE INDEX turns_by_id ON turns (session, turn_id)'
      WHERE name = 'turns_by_id';`)
  partial.close()
}

const damages: [string, (path: string) => void | Promise<void>, RegExp][] = [
  ['some bytes of one turn changed', damageDeep, /60 turns of 1 story were recovered\. Of 1 turn only the words/],
  ['a page in its last third overwritten', damagePage, /recovered/],
  ['an entry of an index missing', loseIndexEntry, /60 turns of 1 story were recovered\.$/],
]

test.each(damages)(
  '§9: a large file with %s opens at once, is found damaged in the background, written no more, and recovered at the next start',
  { timeout: 240_000 },
  async (_, damage, told) => {
    const { path, sessionId } = await largeFile()
    await damage(path)
    const store = await openSqliteSessionStore(path)
    onTestFinished(() => store.close())
    expect(store.notices).toEqual([])
    expect(await store.checked).toMatchObject({ code: 'damage_found', message: expect.stringContaining('Start again') })
    await expect(store.beginTurn(sessionId, { prompt: 'on', startedAt: 1 })).rejects.toMatchObject({
      code: 'store_damaged',
    })
    await store.close()
    const found = readFileSync(path)

    const again = await openSqliteSessionStore(path)
    onTestFinished(() => again.close())
    expect(again.notices.map(({ code }) => code)).toEqual(['damaged_file_set_aside'])
    expect(again.notices[0]!.message).toMatch(told)
    const aside = readdirSync(join(path, '..')).find((name) => /\.damaged-[^.]*$/.test(name))!
    expect(readFileSync(join(path, '..', aside)).equals(found)).toBe(true)
    const { turns, head } = (await again.findSession('castle'))!
    expect(turns).toBeGreaterThanOrEqual(59)
    const next = await playInto(again, sessionId, { prompt: 'on', patch: { on: true } })
    expect(next.parentId).toBe(head)
    expect(await again.stateAt(sessionId, next.turnId)).toMatchObject({ last: 60, on: true })
    expect(await again.checked).toBeUndefined()
    expect(existsSync(`${path}-check`)).toBe(false)
  },
)

test('§9: a large file that is sound is looked through and played on', async () => {
  const { path, sessionId } = await largeFile()
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  await playInto(store, sessionId, { prompt: 'meanwhile' })
  expect(await store.checked).toBeUndefined()
  await playInto(store, sessionId, { prompt: 'on' })
  expect(await store.findSession(sessionId)).toMatchObject({ turns: 62 })
})

test('§9: a store that is closed while it is looked through is closed at once, and nothing is told', async () => {
  const { path } = await largeFile()
  const store = await openSqliteSessionStore(path)
  await store.close()
  expect(await store.checked).toBeUndefined()
})

/** What a host leaves that is killed after it played some turns of a large file. */
async function killedHost(damage?: (path: string) => Promise<void>, turns?: number) {
  const { path, sessionId } = await largeFile(turns)
  await damage?.(path)
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  for (const prompt of ['on', 'further on']) await playInto(store, sessionId, { prompt, patch: { prompt } })
  const left = join(await temporaryFolder(), 'sessions.db')
  for (const suffix of ['', '-wal', '-shm']) copyFileSync(`${path}${suffix}`, `${left}${suffix}`)
  return { path: left, sessionId }
}

test('§9: a large file whose host was killed opens without being read from end to end, which is done in the background', async () => {
  // So many turns that the damaged one shares no page with those that were played last.
  const { path, sessionId } = await killedHost(damageDeep, 250)
  expect(existsSync(`${path}-wal`)).toBe(true)
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  expect(store.notices).toEqual([])
  expect(await store.findSession(sessionId)).toMatchObject({ turns: 252 })
  expect(await store.checked).toMatchObject({ code: 'damage_found' })
})

test(
  '§9: damage to any page that a killed host wrote is found when the file is opened',
  { timeout: 240_000 },
  async () => {
    const { path } = await killedHost()
    const log = readFileSync(`${path}-wal`)
    const written = new DatabaseSync(path)
    written.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    written.close()
    const whole = readFileSync(path)
    const pages = new Set<number>()
    for (let at = 32; at < log.length; at += 24 + 4_096) pages.add(log.readUInt32BE(at))
    expect(pages.size).toBeGreaterThan(8)
    // The log had been written into the file, and counts no more: its salt is another.
    log.writeUInt32BE(~log.readUInt32BE(16) >>> 0, 16)
    const opened = async (name: string, content: Buffer) => {
      const copy = join(path, '..', name)
      writeFileSync(copy, content)
      writeFileSync(`${copy}-wal`, log)
      const store = await openSqliteSessionStore(copy)
      await store.close()
      return store.notices.map(({ code }) => code)
    }
    expect(await opened('whole.db', whole)).toEqual([])
    for (const page of pages) {
      const content = Buffer.from(whole)
      content.fill(0x5a, (page - 1) * 4_096, page * 4_096)
      expect(await opened(`page-${page}.db`, content), `page ${page}`).toEqual(['damaged_file_set_aside'])
    }
    expect(await opened('cut.db', whole.subarray(0, whole.length - 4_096))).toEqual(['damaged_file_set_aside'])
  },
)
