import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openSqliteSessionStore } from '../../../../src/index.ts'
import { killedHost } from '../../../fixtures/large-file.ts'

test('§9: damage to a page that a killed host wrote is found', { timeout: 900_000 }, async () => {
  const { path } = await killedHost()
  const log = readFileSync(`${path}-wal`)
  const written = new DatabaseSync(path)
  written.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  written.close()
  const content = readFileSync(path)
  const pages = new Set<number>()
  for (let at = 32; at < log.length; at += 24 + 4_096) pages.add(log.readUInt32BE(at))
  expect(pages.size).toBeGreaterThan(8)
  const found = async (page: number) => {
    const copy = join(path, '..', `page-${page}.db`)
    writeFileSync(copy, Buffer.from(content).fill(0x5a, (page - 1) * 4_096, page * 4_096))
    // A store that was opened has its lock file beside it.
    writeFileSync(`${copy}-lock`, '')
    // The log was already moved into the file, so it is no longer valid: its salt differs.
    writeFileSync(`${copy}-wal`, Buffer.from(log).fill(0, 16, 20))
    const store = await openSqliteSessionStore(copy)
    const notice = store.notices[0] ?? (await store.checked)
    await store.close()
    return [page, notice?.code]
  }
  const codes = await Promise.all([...pages].map(found))
  for (const [page, code] of codes) expect(code ?? 'none', `page ${page}`).toMatch(/^damage/)
})
