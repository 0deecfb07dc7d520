import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { ExportFormat } from '../../src/exchange.ts'
import { openSqliteSessionStore, type StoredTurn } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { makeTurn, newSession } from '../fixtures/turns.ts'

const program = fileURLToPath(new URL('../fixtures/memory-process.ts', import.meta.url))
const diary = fileURLToPath(new URL('../fixtures/skills', import.meta.url))

/** Less than the document has. */
const heapMb = 48

function run(task: string, home: string, document: string, format: ExportFormat = 'json') {
  return spawnSync(process.execPath, [`--max-old-space-size=${heapMb}`, program, task, home, document, format], {
    encoding: 'utf8',
  })
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** A home with a story of 30 MB: its turns, a picture, and what its diary keeps. */
async function largeHome() {
  const home = await temporaryFolder()
  await cp(diary, join(home, 'skills'), { recursive: true })
  const store = await openSqliteSessionStore(join(home, 'sessions.db'))
  const session = { ...newSession('long'), head: null, tip: null }
  const picture = join(home, 'picture.png')
  await writeFile(picture, randomBytes(6e6))
  const kept = await store.assetFolder.keep({
    assetId: 'a',
    toolId: 't',
    kind: 'image',
    mediaType: 'image/png',
    path: picture,
    sizeBytes: 6e6,
  })
  const path = 'path' in kept ? kept.path : ''
  async function* turns(): AsyncGenerator<StoredTurn> {
    const { sessionId } = session
    for (let seq = 1; seq <= 80; seq++) {
      // Every turn begins the story anew: the most branches that a tree can have.
      const turn = makeTurn(
        { sessionId, seq, parentId: null },
        `turn ${seq}`,
        {},
        { seq, text: randomBytes(10_000).toString('hex') },
      )
      turn.events.push({ type: 'warning', code: 'noise', message: randomBytes(70_000).toString('hex') })
      turn.assets = [{ assetId: 'a', toolId: 't', kind: 'image', mediaType: 'image/png', path, sizeBytes: 6e6 }]
      yield turn
    }
  }
  await store.importSession(session, turns())
  await store.close()
  await mkdir(join(home, 'skill-data', 'diary', 'data'), { recursive: true })
  const diaryFile = join(home, 'skill-data', 'diary', 'data', `${session.sessionId}.ndjson`)
  await writeFile(diaryFile, randomBytes(6e6))
  return { home, picture, diaryFile, sessionId: session.sessionId }
}

test(
  '§9: a story larger than the memory is exported with its data and imported again, to the byte',
  { timeout: 600_000 },
  async () => {
    const { home, picture, diaryFile, sessionId } = await largeHome()
    const document = join(home, 'story.json')
    const exported = run('export', home, document)
    expect(exported.status, exported.stderr).toBe(0)
    expect(statSync(document).size).toBeGreaterThan(27e6)
    // The bound bites: the same document does not fit into it.
    expect(run('parse', home, document).status).not.toBe(0)

    const other = await temporaryFolder()
    await cp(diary, join(other, 'skills'), { recursive: true })
    const imported = run('import', other, document)
    expect(imported.status, imported.stderr).toBe(0)
    expect(JSON.parse(imported.stdout)).toEqual({ turns: 80, leftOut: [] })
    expect(await hashOf(join(other, 'skill-data', 'diary', 'data', `${sessionId}.ndjson`))).toBe(
      await hashOf(diaryFile),
    )
    const [copy] = readdirSync(join(other, 'sessions.db-assets'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('picture.png'),
    )
    expect(await hashOf(join(other, 'sessions.db-assets', copy!))).toBe(await hashOf(picture))
    const again = join(other, 'again.json')
    expect(run('export', other, again).status).toBe(0)
    expect(await hashOf(again)).toBe(await hashOf(document))
  },
)

/** A home with a story of 1,200 turns, one after the other, of 30 MB together. */
async function longHome() {
  const home = await temporaryFolder()
  const store = await openSqliteSessionStore(join(home, 'sessions.db'))
  const session = newSession('long')
  const idOf = (seq: number) => `turn-${seq}`
  function* turns(): Generator<StoredTurn> {
    let before = {}
    for (let seq = 1; seq <= 1_200; seq++) {
      const place = { sessionId: session.sessionId, seq, parentId: seq === 1 ? null : idOf(seq - 1) }
      const patch = { [`k${seq % 20}`]: { note: 'x'.repeat(60), seq } }
      const turn = { ...makeTurn(place, `turn ${seq}`, before, patch), turnId: idOf(seq) }
      turn.narrative = randomBytes(12_500).toString('hex')
      before = turn.state
      yield turn
    }
  }
  await store.importSession({ ...session, head: idOf(1_200), tip: idOf(1_200) }, turns())
  await store.close()
  return home
}

test(
  '§9: a line of 1,200 turns is exported in memory that does not grow with it, in every format',
  { timeout: 600_000 },
  async () => {
    const home = await longHome()
    for (const format of ['markdown', 'html', 'json'] as const) {
      const document = join(home, `story.${format}`)
      const exported = run('export', home, document, format)
      expect(exported.status, exported.stderr).toBe(0)
      expect(statSync(document).size).toBeGreaterThan(27e6)
    }
    // The bound bites: the same document does not fit into it.
    expect(run('parse', home, join(home, 'story.json')).status).not.toBe(0)
  },
)
