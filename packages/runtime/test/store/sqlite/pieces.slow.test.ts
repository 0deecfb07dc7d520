import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import type { SqliteSessionStore } from '../../../src/store/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { makeTurn, newSession, playInto } from '../../fixtures/turns.ts'

const roomCount = 400

/** A state of 4 MB that compression does not shorten by much. */
function noisyState(): JsonObject {
  const room = (at: number) => [`r${at}`, { notes: randomBytes(7_500).toString('base64') }]
  return { rooms: Object.fromEntries(Array.from({ length: roomCount }, (_, at) => room(at))) }
}

/** Stores a turn with this state, whose events are small: a state grows to this size over many turns. */
async function playState(store: SqliteSessionStore, sessionId: string, state: JsonObject): Promise<string> {
  const seq = await store.beginTurn(sessionId, { prompt: 'paint', startedAt: 1 })
  const parentId = (await store.findSession(sessionId))!.head
  const turn = makeTurn({ sessionId, seq, parentId }, 'paint', {}, {})
  await store.commitTurn({ ...turn, state, execution: null, attempts: [] })
  return turn.turnId
}

async function storyInPieces() {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('large'))
  const state = noisyState()
  const turnId = await playState(store, sessionId, state)
  return { path, store, sessionId, turnId, state }
}

/** Stores a story of one turn with this state. Returns its id. */
async function importLarge(store: SqliteSessionStore, state: JsonObject): Promise<string> {
  const sessionId = randomUUID()
  const turn = { ...makeTurn({ sessionId, seq: 1, parentId: null }, 'paint', {}, {}), turnId: 'turn-1', state }
  const record = { ...newSession(sessionId), sessionId, head: turn.turnId, tip: turn.turnId }
  await store.importSession(record, [{ ...turn, execution: null, attempts: [] }])
  return sessionId
}

async function reopened(path: string) {
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  return store
}

/** Changes one bit of the first byte of the root page of a table or an index. */
function flipFirstByte(path: string, name: string): void {
  const file = new DatabaseSync(path, { readOnly: true })
  const row = file.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(name)!
  file.close()
  const bytes = readFileSync(path)
  const at = (Number(row.rootpage) - 1) * 4096
  bytes[at] = bytes[at]! ^ 1
  writeFileSync(path, bytes)
}

/** The numbers of pieces by whole state, and the longest row of the file that holds a state. */
function piecesIn(path: string): { counts: number[]; longest: number } {
  const file = new DatabaseSync(path, { readOnly: true })
  const counts = file.prepare('SELECT count(*) AS n FROM pieces NOT INDEXED GROUP BY state ORDER BY state').all()
  const { longest } = file
    .prepare(
      `SELECT max(length) AS longest FROM (
         SELECT length(piece) AS length FROM pieces UNION ALL SELECT length(snapshot) FROM states)`,
    )
    .get()!
  file.close()
  return { counts: counts.map(({ n }) => Number(n)), longest: Number(longest) }
}

describe('a whole state that is large after compression', () => {
  test('is stored in pieces by an import, too, and is found damaged by the check', async () => {
    const path = join(await temporaryFolder(), 'sessions.db')
    const store = await openSqliteSessionStore(path)
    const turn = { ...makeTurn({ sessionId: 'large', seq: 1, parentId: null }, 'paint', {}, {}), state: noisyState() }
    const record = { ...newSession('large'), sessionId: 'large', head: turn.turnId, tip: turn.turnId }
    await store.importSession(record, [turn])
    await store.close()
    const { counts, longest } = piecesIn(path)
    expect(counts).toEqual([expect.toSatisfy((count: number) => count >= 3)])
    expect(longest).toBeLessThan(1.2e6)
    const again = await reopened(path)
    expect(JSON.stringify(await again.stateAt('large', turn.turnId))).toBe(JSON.stringify(turn.state))
    expect(await again.checked).toBeUndefined()
    await again.close()
    const file = new DatabaseSync(path)
    file.exec('UPDATE pieces SET piece = zeroblob(100) WHERE position = 1')
    file.close()
    expect(await (await reopened(path)).checked).toMatchObject({ code: 'damage_found' })
  })

  test('is stored in pieces, and is read as it was with the patches after it', async () => {
    const { path, store, sessionId, turnId, state } = await storyInPieces()
    const { turnId: later } = await playInto(store, sessionId, {
      prompt: 'walk',
      patch: { rooms: { r1: { seen: 1 } } },
    })
    await store.close()
    const { counts, longest } = piecesIn(path)
    expect(counts).toEqual([expect.toSatisfy((count: number) => count >= 3)])
    expect(longest).toBeLessThan(1.2e6)
    const again = await reopened(path)
    expect(JSON.stringify(await again.stateAt(sessionId, turnId))).toBe(JSON.stringify(state))
    const patched = mergePatch(state, { rooms: { r1: { seen: 1 } } })
    expect(JSON.stringify(await again.stateAt(sessionId, later))).toBe(JSON.stringify(patched))
    expect(JSON.stringify((await again.readTurn(sessionId, turnId)).state)).toBe(JSON.stringify(state))
    expect(await again.checked).toBeUndefined()
  })

  test('loses its pieces when its turn is amended, and when its story leaves the trash', async () => {
    const { path, store, sessionId, turnId } = await storyInPieces()
    const turn = await store.readTurn(sessionId, turnId)
    const state = noisyState()
    await store.amendTurn({ ...turn, state })
    expect(piecesIn(path).counts).toHaveLength(1)
    expect(JSON.stringify(await store.stateAt(sessionId, turnId))).toBe(JSON.stringify(state))
    await store.trashSession(sessionId)
    await store.emptyTrash()
    expect(piecesIn(path).counts).toEqual([])
    await store.close()
  })

  test('leaves no pieces when its turn is refused', async () => {
    const { path, store, sessionId } = await storyInPieces()
    const turn = makeTurn({ sessionId, seq: 99, parentId: (await store.findSession('large'))!.head }, 'paint', {}, {})
    await expect(
      store.commitTurn({ ...turn, state: noisyState(), execution: null, attempts: [] }),
    ).rejects.toMatchObject({ code: 'turn_not_stored' })
    expect(piecesIn(path).counts).toHaveLength(1)
    await store.close()
  })

  test('leaves no pieces of a killed host after the next start', async () => {
    const { path, store } = await storyInPieces()
    await store.close()
    const file = new DatabaseSync(path)
    file.exec(`INSERT INTO pieces (state, position, piece, checksum) SELECT 7, position, piece, checksum FROM pieces`)
    file.close()
    expect(piecesIn(path).counts).toHaveLength(2)
    const again = await openSqliteSessionStore(path)
    // Nothing is deleted from a file before it was checked.
    expect(piecesIn(path).counts).toHaveLength(2)
    expect(await again.checked).toBeUndefined()
    expect(piecesIn(path).counts).toHaveLength(1)
    await again.close()
  })

  test.each(['a changed byte', 'a missing piece'])('%s is reported, and the turn keeps its words', async (damage) => {
    const { path, store, sessionId, turnId } = await storyInPieces()
    await store.close()
    const file = new DatabaseSync(path)
    const { piece } = file.prepare('SELECT piece FROM pieces WHERE position = 1').get() as { piece: Uint8Array }
    if (damage === 'a missing piece') file.exec('DELETE FROM pieces WHERE position = 1')
    file.close()
    if (damage === 'a changed byte') {
      const bytes = readFileSync(path)
      const at = bytes.indexOf(piece.subarray(500_000, 500_100))
      expect(at).toBeGreaterThan(0)
      bytes[at] = bytes[at]! ^ 1
      writeFileSync(path, bytes)
    }
    const damaged = await openSqliteSessionStore(path)
    await expect(damaged.stateAt(sessionId, turnId)).rejects.toMatchObject({ code: 'store_damaged' })
    expect(await damaged.checked).toMatchObject({ code: 'damage_found' })
    await damaged.close()
    const again = await reopened(path)
    expect(again.notices.map(({ code }) => code)).toEqual(['damaged_file_set_aside'])
    expect((await again.readTurn(sessionId, turnId)).narrative).toBe('You paint.')
  })

  test.each(['pieces', 'pieces_by_position', 'states_by_pieces'])(
    'with a damaged page of %s is recovered, and nothing is deleted before',
    async (name) => {
      const { path, store, sessionId, turnId, state } = await storyInPieces()
      // Files of less than 4 MB are checked at every start.
      const later = await playState(store, sessionId, noisyState())
      await store.close()
      const count = piecesIn(path).counts.length
      flipFirstByte(path, name)
      const damaged = await openSqliteSessionStore(path)
      if (name !== 'pieces') expect(piecesIn(path).counts).toHaveLength(count)
      await damaged.stateAt(sessionId, later).catch(() => undefined)
      expect(await damaged.checked).toMatchObject({ code: 'damage_found' })
      await damaged.close()
      const again = await reopened(path)
      expect(again.notices.map(({ code }) => code)).toEqual(['damaged_file_set_aside'])
      expect((await again.readTurn(sessionId, turnId)).narrative).toBe('You paint.')
      // The rows of the pieces are found without the indexes.
      if (name !== 'pieces') expect(JSON.stringify(await again.stateAt(sessionId, turnId))).toBe(JSON.stringify(state))
    },
  )

  test('that is deleted while it is read ends the reading with an error', async () => {
    const { path, store, sessionId, turnId } = await storyInPieces()
    await store.close()
    const reader = await reopened(path)
    await reader.trashSession(sessionId)
    const reading = reader.stateAt(sessionId, turnId).then(
      () => 'read',
      (error: { code: string }) => error.code,
    )
    await reader.emptyTrash()
    expect(['read', 'unknown_turn', 'unknown_session']).toContain(await reading)
  })

  test.each(['stateAt', 'readTurn'] as const)(
    'is never mixed up with one that got its numbers meanwhile (%s)',
    async (read) => {
      // Every step of a reading is followed by other work.
      let now = performance.now()
      vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
      onTestFinished(() => void vi.restoreAllMocks())
      const others = [noisyState(), noisyState()]
      const seen = new Set<string>()
      for (let steps = 0; steps < 5; steps++) {
        const path = join(await temporaryFolder(), 'sessions.db')
        const first = await openSqliteSessionStore(path)
        const sessionId = await importLarge(first, others[0]!)
        await first.close()
        const store = await openSqliteSessionStore(path)
        await store.trashSession(sessionId)
        const reading = store[read](sessionId, 'turn-1').then(
          (found) =>
            JSON.stringify(read === 'stateAt' ? found : found.state) === JSON.stringify(others[0])
              ? 'read'
              : 'mixed up',
          (error: { code: string }) => error.code,
        )
        for (let step = 0; step < steps; step++) await setImmediate()
        await store.emptyTrash()
        const other = await importLarge(store, others[1]!)
        seen.add(await reading)
        // It was not taken for damage, either.
        expect(existsSync(`${path}-check`)).toBe(false)
        expect(JSON.stringify(await store.stateAt(other, 'turn-1'))).toBe(JSON.stringify(others[1]))
        await store.close()
      }
      expect([...seen].filter((outcome) => !['read', 'unknown_session', 'unknown_turn'].includes(outcome))).toEqual([])
      expect(seen.has('unknown_session')).toBe(true)
    },
  )

  test('is in a backup', async () => {
    const { path, store, sessionId, turnId, state } = await storyInPieces()
    await store.backup(`${path}.copy`)
    await store.close()
    const copy = await reopened(`${path}.copy`)
    expect(JSON.stringify(await copy.stateAt(sessionId, turnId))).toBe(JSON.stringify(state))
  })
})

describe('an initial state that is large', () => {
  async function beginStory() {
    const path = join(await temporaryFolder(), 'sessions.db')
    const store = await openSqliteSessionStore(path)
    const initialState = noisyState()
    const { sessionId } = await store.createSession({ ...newSession('large'), initialState })
    return { path, store, sessionId, initialState }
  }

  test('is stored in pieces, and is read as it was', async () => {
    const { path, store, sessionId, initialState } = await beginStory()
    await playInto(store, sessionId, { prompt: 'walk', patch: { rooms: { r1: { seen: 1 } } } })
    await store.close()
    const { counts, longest } = piecesIn(path)
    expect(counts).toEqual([expect.toSatisfy((count: number) => count >= 3)])
    expect(longest).toBeLessThan(1.2e6)
    const again = await reopened(path)
    expect(JSON.stringify(await again.stateAt(sessionId, null))).toBe(JSON.stringify(initialState))
    expect(await again.checked).toBeUndefined()
  })

  test('keeps its pieces at the next start, and loses them when its story leaves the trash', async () => {
    const { path, store, sessionId } = await beginStory()
    await store.close()
    const again = await reopened(path)
    expect(await again.checked).toBeUndefined()
    expect(piecesIn(path).counts).toHaveLength(1)
    await again.trashSession(sessionId)
    await again.emptyTrash()
    expect(piecesIn(path).counts).toEqual([])
  })

  test.each(['UPDATE pieces SET piece = zeroblob(9) WHERE position = 1', 'UPDATE initial_states SET piece_count = 2'])(
    'is refused by name after %s',
    async (change) => {
      const { path, store, sessionId } = await beginStory()
      await store.close()
      const file = new DatabaseSync(path)
      file.exec(change)
      file.close()
      const again = await reopened(path)
      await expect(again.stateAt(sessionId, null)).rejects.toMatchObject({ code: 'store_damaged' })
      expect(await again.checked).toMatchObject({ code: 'damage_found' })
    },
  )

  test('is recovered from a file with a damaged index', async () => {
    const { path, store, sessionId, initialState } = await beginStory()
    await store.close()
    flipFirstByte(path, 'pieces_by_position')
    const again = await reopened(path)
    expect(again.notices).toMatchObject([{ code: 'damaged_file_set_aside' }])
    expect(JSON.stringify(await again.stateAt(sessionId, null))).toBe(JSON.stringify(initialState))
  })
})
