import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { openSqliteSessionStore } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { makeTurn, newSession } from '../fixtures/turns.ts'

const program = fileURLToPath(new URL('../fixtures/memory-process.ts', import.meta.url))

/** Runs a task with a heap of 28 MB. */
function run(task: string, home: string, document: string) {
  return spawnSync(process.execPath, ['--max-old-space-size=28', program, task, home, document], { encoding: 'utf8' })
}

test('§9: a story larger than the memory is exported', async () => {
  const home = await temporaryFolder()
  const store = await openSqliteSessionStore(join(home, 'sessions.db'))
  const session = newSession('long')
  const turns = Array.from({ length: 200 }, (_, at) => {
    const turn = makeTurn({ sessionId: session.sessionId, seq: at + 1, parentId: null }, `turn ${at}`, {}, { at })
    turn.events.push({ type: 'warning', code: 'noise', message: randomBytes(50_000).toString('hex') })
    return turn
  })
  await store.importSession({ ...session, head: null, tip: null }, turns)
  await store.close()
  const document = join(home, 'story.json')
  const exported = run('export', home, document)
  expect(exported.status, exported.stderr).toBe(0)
  expect(statSync(document).size).toBeGreaterThan(20e6)
  // The document does not fit into the heap.
  expect(run('parse', home, document).status).not.toBe(0)
})
