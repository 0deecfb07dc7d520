import { createReadStream, existsSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../../src/index.ts'
import { damagePage, killedHost, largeFile } from '../../../fixtures/large-file.ts'
import { playInto } from '../../../fixtures/turns.ts'

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
  async (_, damage, message) => {
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
    expect(again.notices[0]!.message).toMatch(message)
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
