import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportSession, type ExportFormat, importSession } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { replayTurn } from '../../src/history/index.ts'
import { openSqliteSessionStore } from '../../src/index.ts'
import { writeSkillFile } from '../../src/export/skill-files.ts'
import { openDiaryHost } from '../fixtures/diary-host.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { makeTurn, newSession, playInto } from '../fixtures/turns.ts'

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

async function storyWithBranches() {
  const store = new MemorySessionStore()
  const session = { ...newSession('castle'), opening: 'It rains.', initialState: { rain: true } }
  await store.createSession(session)
  const { sessionId } = session
  const one = await playInto(store, sessionId, { prompt: 'one', patch: { a: 1 } })
  const two = await playInto(store, sessionId, { prompt: 'two', patch: { a: null, b: 2 } })
  await playInto(store, sessionId, { prompt: 'beside', parentId: one.turnId })
  await store.labelTurn(sessionId, two.turnId, 'gate')
  await store.moveHead(sessionId, { head: one.turnId, tip: two.turnId })
  return { store, sessionId }
}

test('§9: the JSON export comes back whole: every branch, state, label, head and what redo leads to', async () => {
  const { store, sessionId } = await storyWithBranches()
  const document = await text(exportSession(store, sessionId, { format: 'json' }))
  const other = await openSqliteSessionStore(join(await temporaryFolder(), 'sessions.db'))
  const { session } = await importSession(other, document)
  expect(session).toEqual({ ...(await store.findSession(sessionId)), updatedAt: session.updatedAt })
  const read = async (from: typeof store | typeof other) => {
    const turns = []
    for await (const turn of from.readTurns(sessionId)) turns.push(JSON.stringify(turn))
    return turns
  }
  expect(await read(other)).toEqual(await read(store))
  expect(await text(exportSession(other, sessionId, { format: 'json' }))).toBe(document)
  await other.close()
})

test('an import beside the session it came from gets an id and a name of its own', async () => {
  const { store, sessionId } = await storyWithBranches()
  const { session } = await importSession(store, await text(exportSession(store, sessionId, { format: 'json' })))
  expect(session.sessionId).not.toBe(sessionId)
  expect(session.name).toBe('castle-2')
  for await (const turn of store.readTurns(session.sessionId)) expect(turn.sessionId).toBe(session.sessionId)
})

const manyKeys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
const withInitialState = (document: Record<string, unknown>, initialState: object) => ({
  ...document,
  session: { ...(document.session as object), initialState },
})

const broken: [string, (document: Record<string, unknown>) => unknown][] = [
  ['text', () => 'Once upon a time'],
  ['another kind of document', (document) => ({ ...document, format: 'x' })],
  ['a newer version', (document) => ({ ...document, version: 3 })],
  ['an object with too many keys', (document) => withInitialState(document, { rooms: manyKeys(50_001) })],
  [
    'a turn that gives an object too many keys',
    (document) => ({
      ...withInitialState(document, manyKeys(50_000)),
      turns: turnsOf(document).map((turn, at) => (at === 0 ? { ...turn, state: { patch: { one: 1 } } } : turn)),
    }),
  ],
  ['no turns', (document) => ({ ...document, turns: undefined })],
  ['a turn twice', (document) => ({ ...document, turns: [...turnsOf(document), turnsOf(document)[0]] })],
  ['a turn without its parent', (document) => ({ ...document, turns: turnsOf(document).slice(1) })],
  [
    'a turn with a prompt of the wrong kind',
    (document) => ({ ...document, turns: [{ ...turnsOf(document)[0], prompt: 7 }] }),
  ],
  [
    'a turn with events of the wrong kind',
    (document) => ({ ...document, turns: turnsOf(document).map((turn) => ({ ...turn, events: [{ type: 'magic' }] })) }),
  ],
  [
    'a time that no date can be made of',
    (document) => ({ ...document, session: { ...(document.session as object), createdAt: 9e15 } }),
  ],
  [
    'a turn at a time that no date can be made of',
    (document) => ({ ...document, turns: turnsOf(document).map((turn) => ({ ...turn, createdAt: 9e15 })) }),
  ],
  [
    'a turn without its attempts',
    (document) => ({ ...document, turns: turnsOf(document).map((turn) => ({ ...turn, attempts: null })) }),
  ],
]

function turnsOf(document: Record<string, unknown>) {
  return document.turns as Record<string, unknown>[]
}

test.each(broken)('an import of %s is refused and leaves nothing', async (_, ruin) => {
  const { store, sessionId } = await storyWithBranches()
  const document = ruin(
    JSON.parse(await text(exportSession(store, sessionId, { format: 'json' }))) as Record<string, unknown>,
  )
  const other = new MemorySessionStore()
  await expect(importSession(other, JSON.stringify(document))).rejects.toMatchObject({ code: 'invalid_export' })
  expect(await other.listSessions()).toEqual([])
})

const proses: [ExportFormat, string][] = [
  ['markdown', '# castle\n\nIt rains.\n\n> one\n\nYou one.\n'],
  ['html', '<h1>castle</h1>\n<p>It rains.</p>\n<blockquote>one</blockquote>\n<p>You one.</p>\n</body>'],
]

test.each(proses)('§9: %s contains only the played line', async (format, expected) => {
  const { store, sessionId } = await storyWithBranches()
  const page = await text(exportSession(store, sessionId, { format }))
  expect(page).toContain(expected)
  expect(page).not.toContain('beside')
})

const powers: [ExportFormat, RegExp][] = [
  ['markdown', /<script>|[^\\]\]\(/],
  ['html', /<script>/],
]

test.each(powers)('what a player or a tool wrote has no power over the %s page', async (format, power) => {
  const store = new MemorySessionStore()
  const { sessionId } = await store.createSession(newSession())
  await playInto(store, sessionId, { prompt: '<script>alert(1)</script> ![x](http://evil/) # [y](javascript:z)' })
  expect(await text(exportSession(store, sessionId, { format }))).not.toMatch(power)
})

test.each(['markdown', 'html', 'json'] as const)('§6: secrets are blotted out of a %s export', async (format) => {
  const store = new MemorySessionStore()
  const { sessionId } = await store.createSession(newSession())
  await playInto(store, sessionId, { prompt: 'say sk-secret-1', patch: { key: 'sk-secret-1' } })
  const mask = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll('sk-secret-1', '***')) as T
  expect(await text(exportSession(store, sessionId, { format, mask }))).not.toContain('sk-secret-1')
})

test('with the data of its skills an exported story remembers what it remembered', async () => {
  const host = await openDiaryHost()
  const session = await host.openSession('castle')
  for (const prompt of ['one', 'two']) await session.play(prompt).result
  const document = await text(exportSession(host.store, session.id, { format: 'json', data: host }))

  const other = await openDiaryHost()
  expect((await importSession(other.store, document, { data: other })).leftOut).toEqual([])
  const goingOn = await other.openSession('castle')
  expect((await goingOn.play('three').result).narrative).toBe('Before: one, two. Now: three.')

  const copy = await importSession(other.store, document, { data: other })
  expect((await (await other.openSession(copy.session.sessionId)).play('four').result).narrative).toBe(
    'Before: one, two. Now: four.',
  )
})

const badPaths = ['../ID.ndjson', '/etc/ID', 'a/../../ID', 'another-id.ndjson', 'C:ID', '', String.raw`..\ID`]

test.each(badPaths)('a file of an import goes nowhere but into its skill: %j', async (path) => {
  const host = await openDiaryHost()
  const id = 'a-session'
  const before = readdirSync(host.home, { recursive: true }).length
  const problem = await writeSkillFile(host, id, {
    skill: 'diary',
    path: path.replaceAll('ID', id),
    content: [Buffer.from('x')],
  })
  expect(problem).toContain('not a path of this session')
  expect(readdirSync(host.home, { recursive: true }).length).toBe(before)
})

const foreignIds = ['s', 'settings', '..', 'memory', 'A0000000-0000-4000-8000-000000000000']

test.each(foreignIds)(
  'a story with the id %j is imported under an id that cannot name a folder or file',
  async (id) => {
    const host = await openDiaryHost()
    const store = new MemorySessionStore()
    await store.createSession({ ...newSession(), sessionId: id })
    await playInto(store, id, { prompt: 'one' })
    const document = JSON.parse(await text(exportSession(store, id, { format: 'json' }))) as { files: object[] }
    const base64 = Buffer.from('evil').toString('base64')
    document.files = ['settings/evil.js', `${id}.ndjson`].map((path) => ({ skill: 'diary', path, base64 }))
    const { session } = await importSession(host.store, JSON.stringify(document), { data: host })
    expect(session.sessionId).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const data = host.skills.dataDir('diary')
    const written = readdirSync(data, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { parentPath, name } of written) expect(join(parentPath, name)).toContain(session.sessionId)
    expect(existsSync(join(data, 'settings'))).toBe(false)
    expect(existsSync(join(data, `${session.sessionId}.ndjson`))).toBe(true)
    const opened = await host.openSession(session.sessionId)
    await opened.close()
  },
)

test('a story whose id is a part of other names takes no data but its own along', async () => {
  const host = await openDiaryHost()
  const { sessionId } = await host.store.createSession({ ...newSession(), sessionId: 's' })
  const data = host.skills.dataDir('diary')
  for (const folder of ['s', 'songs']) mkdirSync(join(data, folder))
  for (const file of ['s.ndjson', 's/notes.txt', 'songs/all.txt', 'another-story.ndjson', 's.2.ndjson'])
    writeFileSync(join(data, file), file)
  const document = JSON.parse(await text(exportSession(host.store, sessionId, { format: 'json', data: host }))) as {
    files: { path: string }[]
  }
  expect(document.files.map(({ path }) => path).toSorted()).toEqual(['s.ndjson', 's/notes.txt'])
})

test('a host may give ids that are names of folders to its own stories', async () => {
  const host = await openDiaryHost()
  await host.store.createSession({ ...newSession(), sessionId: '..' })
  const session = await host.openSession('..')
  expect((await session.play('one').result).narrative).toContain('one')
})

test('a file of an import overwrites nothing, and one of an unknown skill is left out', async () => {
  const host = await openDiaryHost()
  const file = { skill: 'diary', path: 'a-session.ndjson', content: [Buffer.from('x')] }
  expect(await writeSkillFile(host, 'a-session', file)).toBeUndefined()
  expect(await writeSkillFile(host, 'a-session', file)).toContain('EEXIST')
  expect(await writeSkillFile(host, 'a-session', { ...file, skill: 'unknown' })).toContain('not installed')
})

test('an exported turn is replayed to the byte after its import', async () => {
  const host = await openDiaryHost()
  const session = await host.openSession()
  await session.play('one').result
  const store = new MemorySessionStore()
  const { session: copy } = await importSession(
    store,
    await text(exportSession(host.store, session.id, { format: 'json' })),
  )
  expect(replayTurn(await store.readTurn(copy.sessionId, copy.head!), {}).faithful).toBe(true)
})

test('1,000 turns are exported piece by piece', async () => {
  const store = await openSqliteSessionStore(join(await temporaryFolder(), 'sessions.db'))
  const session = { ...newSession('long'), head: null as string | null, tip: null }
  let before = {}
  let parentId: string | null = null
  const turns = Array.from({ length: 1_000 }, (_, index) => {
    const patch = { [`k${index % 300}`]: { note: 'x'.repeat(60), index } }
    const turn = makeTurn({ sessionId: session.sessionId, seq: index + 1, parentId }, `turn ${index}`, before, patch)
    turn.narrative = 'It is a long story. '.repeat(50)
    before = turn.state
    parentId = turn.turnId
    return turn
  })
  await store.importSession({ ...session, head: parentId, tip: parentId }, turns)
  turns.length = 0
  for (const format of ['markdown', 'html', 'json'] as const) {
    const usedBefore = process.cpuUsage()
    let [length, largest] = [0, 0]
    for await (const piece of exportSession(store, session.sessionId, { format })) {
      length += piece.length
      largest = Math.max(largest, piece.length)
    }
    expect(length).toBeGreaterThan(1_000_000)
    expect(largest).toBeLessThan(100_000)
    console.info(
      `${format}: ${Math.round(length / 1e6)} MB in ${Math.round(process.cpuUsage(usedBefore).user / 1_000)} ms of computing`,
    )
  }
  await store.close()
})
