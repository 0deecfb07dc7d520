import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { exportSession, importSession } from '../../src/exchange.ts'
import { openDiaryHost } from '../fixtures/diary-host.ts'
import { newSession } from '../fixtures/turns.ts'

/** A host with a story of which a skill keeps a database that is in use. */
async function liveStory() {
  const host = await openDiaryHost()
  const { sessionId } = await host.store.createSession(newSession())
  const folder = host.skills.dataDir('diary')
  const path = join(folder, `${sessionId}.sqlite`)
  const database = new DatabaseSync(path)
  onTestFinished(() => database.close())
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT)')
  const write = (text: string) => {
    database.exec('BEGIN')
    for (let id = 0; id < 1_000; id++)
      database.prepare('INSERT OR REPLACE INTO notes VALUES (?, ?)').run(id, text.repeat(1_000))
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  }
  return { host, sessionId, folder, write, database }
}

/** What came of the database in another home. */
async function imported(document: string, sessionId: string) {
  const other = await openDiaryHost()
  const { leftOut } = await importSession(other.store, document, { data: other })
  expect(leftOut).toEqual([])
  const copy = new DatabaseSync(join(other.skills.dataDir('diary'), `${sessionId}.sqlite`))
  onTestFinished(() => copy.close())
  expect(copy.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
  return copy.prepare('SELECT substr(text, 1, 1) AS text, count(*) AS count FROM notes GROUP BY 1').all()
}

test('§9: a database that a skill writes to during an export goes along as it was at one moment', async () => {
  const { host, sessionId, write } = await liveStory()
  write('a')
  let document = ''
  let written = 0
  for await (const piece of exportSession(host.store, sessionId, { format: 'json', data: host })) {
    document += piece
    // In the middle of the file.
    if (piece.includes('base64') && ++written === 2) write('b')
  }
  expect(written).toBeGreaterThan(3)
  expect(await imported(document, sessionId)).toEqual([{ text: 'a', count: 1_000 }])
})

test('a database goes along as one file with what still lies beside it, and the export leaves nothing there', async () => {
  const { host, sessionId, folder, database } = await liveStory()
  database.exec(`INSERT INTO notes VALUES (1, 'late')`)
  const before = readdirSync(folder)
  let document = ''
  for await (const piece of exportSession(host.store, sessionId, { format: 'json', data: host })) document += piece
  const { files } = JSON.parse(document) as { files: { path: string }[] }
  expect(files.map(({ path }) => path)).toEqual([`${sessionId}.sqlite`])
  expect(readdirSync(folder)).toEqual(before)
  expect(await imported(document, sessionId)).toEqual([{ text: 'l', count: 1 }])
})

test('a file that only begins like a database goes along as it is', async () => {
  const { host, sessionId, folder } = await liveStory()
  mkdirSync(join(folder, sessionId))
  const broken = Buffer.from(`SQLite format 3\0${'x'.repeat(5_000)}`)
  writeFileSync(join(folder, sessionId, 'broken.sqlite'), broken)
  let document = ''
  for await (const piece of exportSession(host.store, sessionId, { format: 'json', data: host })) document += piece
  const { files } = JSON.parse(document) as { files: { path: string; base64: string }[] }
  const file = files.find(({ path }) => path.endsWith('broken.sqlite'))
  expect(file?.base64).toBe(broken.toString('base64'))
})

test('an export of a story chosen by its name includes the data of its skills', async () => {
  const host = await openDiaryHost()
  const { sessionId } = await host.store.createSession(newSession('castle'))
  writeFileSync(join(host.skills.dataDir('diary'), `${sessionId}.txt`), 'kept')
  let document = ''
  for await (const piece of exportSession(host.store, 'castle', { format: 'json', data: host })) document += piece
  expect(JSON.parse(document)).toMatchObject({ session: { sessionId }, files: [{ path: `${sessionId}.txt` }] })
})

test.skipIf(process.platform === 'win32')('a pipe among the data of a skill does not hold an export', async () => {
  const { host, sessionId, folder } = await liveStory()
  execFileSync('mkfifo', [join(folder, `${sessionId}.db`)])
  writeFileSync(join(folder, `${sessionId}.db-wal`), 'x')
  let document = ''
  for await (const piece of exportSession(host.store, sessionId, { format: 'json', data: host })) document += piece
  const { files } = JSON.parse(document) as { files: { path: string }[] }
  expect(files.map(({ path }) => path)).not.toContain(`${sessionId}.db`)
})
