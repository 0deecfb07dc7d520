import { constants, createReadStream, createWriteStream } from 'node:fs'
import { access, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type ExportFormat,
  exportSession,
  findStateWriter,
  importSession,
  type Narratoria,
  type ReplayedTurn,
  replayTurn,
  type Session,
  type SessionRecord,
  type SessionStore,
  type StoredTurn,
  type TurnSummary,
} from '@narratoria/runtime'
import { UsageError, exitCodes } from '../exit-codes.ts'
import { openHost, usualHost } from '../host/open-host.ts'
import { findSession, openStore } from '../host/open-store.ts'
import { narratoriaHome } from '../host/skill-roots.ts'
import { writeWhole } from '../host/write-whole.ts'
import { listWithAlternatives } from '../story/branch-list.ts'
import { formatOf } from '../story/slash-commands.ts'
import { whyText } from '../story/why-text.ts'
import { count, firstLine, printable, wrap } from '../terminal/terminal.ts'

interface JsonOption {
  json?: boolean
}

/** `narratoria sessions list`: every story, the one played last first. */
export async function listSessions({ json }: JsonOption): Promise<void> {
  await withStore(async (store) => {
    const sessions = await store.listSessions()
    const told = sessions.map(({ sessionId, title, turns, updatedAt }) => ({
      sessionId,
      title,
      turns,
      updatedAt: isoTime(updatedAt),
    }))
    if (json) return print(JSON.stringify({ sessions: told }))
    if (sessions.length === 0) print('There is no story yet; "narratoria play" begins one.')
    for (const session of sessions) {
      const { sessionId, name, title, turns, updatedAt } = session
      const called = name === null || name === title ? title : `${name}: ${title}`
      print(
        `${sessionId}  ${shortTime(updatedAt)}  ${String(turns).padStart(5)} ${turns === 1 ? 'turn ' : 'turns'}  ${firstLine(called, 80)}`,
      )
    }
  })
}

/** `narratoria sessions show`: a story; as JSON every turn on every branch, else the played line. */
export async function showSession(id: string | undefined, { json }: JsonOption): Promise<void> {
  await withStore(async (store) => {
    const session = await findSession(store, id)
    if (json) return process.stdout.write(`${await showJson(store, session)}\n`)
    print(`${session.title}\n`)
    if (session.opening !== '') print(wrap(session.opening, 80))
    for await (const { seq, prompt, narrative, label } of store.readLine(session.sessionId, session.head))
      print(`\n${seq}${label === undefined ? '' : ` [${label}]`} > ${prompt}\n\n${wrap(narrative, 80)}`)
  })
}

async function showJson(store: SessionStore, { sessionId, head }: SessionRecord): Promise<string> {
  const turns = []
  for await (const { turnId, parentId, prompt, narrative, createdAt } of store.readTurns(sessionId))
    turns.push({ turnId, parentId, prompt, narrative, createdAt: isoTime(createdAt) })
  return JSON.stringify({ sessionId, head, turns })
}

/** `narratoria sessions undo`, `redo`: moves a story back or forth. */
export async function moveSession(
  direction: 'undo' | 'redo',
  id: string | undefined,
  { steps = 1, json }: JsonOption & { steps?: number },
): Promise<void> {
  await withSession(id, async (session) => {
    await session[direction](steps)
    await tellHead(session, json)
  })
}

/** `narratoria sessions branch`: lists the ends of a story's branches, or goes to a turn. */
export async function branchSession(
  id: string,
  turn: string | undefined,
  { label, json }: JsonOption & { label?: string },
): Promise<void> {
  if (turn === undefined && label === undefined) return listBranches(id, json)
  await withSession(id, async (session) => {
    if (turn !== undefined) await session.moveTo(turn)
    if (label !== undefined) await session.label(label)
    await tellHead(session, json)
  })
}

async function listBranches(id: string, json?: boolean): Promise<void> {
  await withStore(async (store) => {
    const { sessionId, head } = await findSession(store, id)
    const ends = await store.leaves(sessionId)
    const last = head === null ? undefined : await store.findTurn(sessionId, head)
    const alternatives = last ? await store.children(sessionId, last.parentId) : []
    if (json) {
      const told = (turns: TurnSummary[]) =>
        turns.map(({ turnId, seq, prompt, label = null }) => ({ turnId, seq, prompt, label }))
      return print(JSON.stringify({ sessionId, head, branches: told(ends), alternatives: told(alternatives) }))
    }
    for (const { seq, prompt, label, place } of listWithAlternatives(ends, alternatives, head))
      print(
        `${seq}${place === '' ? '' : ` (${place})`}${label === undefined ? '' : ` [${label}]`} ${firstLine(prompt, 80)}`,
      )
  })
}

async function tellHead(session: Session, json?: boolean): Promise<void> {
  const [last] = await session.turns(1)
  if (json) print(JSON.stringify({ sessionId: session.id, head: last?.turnId ?? null }))
  else if (!last) print('The story stands at its beginning.')
  else print(`The story stands after turn ${last.seq}: ${last.prompt}\n\n${wrap(last.narrative, 80)}`)
}

interface ExportFlags {
  format?: ExportFormat
  output?: string
  withData?: boolean
}

/** `narratoria sessions export`: writes a story to standard output or to a file. */
export async function exportToFile(
  id: string | undefined,
  { format, output, withData = false }: ExportFlags,
): Promise<void> {
  const named = format ?? (output === undefined ? undefined : formatOf(output))
  const chosen = named ?? (withData ? 'json' : 'markdown')
  if (named === undefined && !withData && /\.[a-z\d]+$/i.test(output ?? ''))
    throw new UsageError(`${output} tells no format: let it end with .md, .html or .json, or name one with --format`)
  if (withData && chosen !== 'json')
    throw new UsageError('--with-data needs the JSON format: only that one can hold it')
  await withHost(async (host) => {
    const { sessionId } = await findSession(host.store, id)
    const pieces = exportSession(host.store, sessionId, {
      format: chosen,
      mask: (value) => host.skills.maskSecrets(value),
      ...(withData && { data: { skills: host.skills, home: narratoriaHome() } }),
      onLeftOut: (path) => process.stderr.write(`narratoria: ${path} was left out: it holds a secret.\n`),
    })
    if (output === undefined) await writeOut(pieces)
    else await writeWhole(output, pieces)
  })
}

async function writeOut(pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces)
    if (!process.stdout.write(piece)) await new Promise((resume) => process.stdout.once('drain', resume))
}

/** `narratoria sessions import`: stores a story that was exported as JSON, and what came along with it. */
export async function importFromFile(file: string, { name, json }: JsonOption & { name?: string }): Promise<void> {
  await withDocument(file, (path) =>
    withHost(async (host) => {
      if (name !== undefined && (await host.store.findSession(name)))
        throw new UsageError(`there is a story "${name}" already`)
      const data = { skills: host.skills, home: narratoriaHome() }
      const { session, leftOut } = await importSession(host.store, () => createReadStream(path, 'utf8'), { name, data })
      for (const sentence of leftOut) process.stderr.write(`narratoria: ${sentence}\n`)
      const { sessionId, title, turns } = session
      print(json ? JSON.stringify({ sessionId, title, turns }) : `${sessionId}  ${title} (${count(turns, 'turn')})`)
    }),
  )
}

/** Hands on a file that can be read more than once: what comes through a pipe is put into one for the time. */
async function withDocument(file: string, work: (path: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-import-'))
  try {
    const copy = join(folder, 'document.json')
    const found = file === '-' ? undefined : await stat(file)
    if (found?.isDirectory()) throw new UsageError(`${file} is a folder; name the .json file that was exported`)
    const piped = !found?.isFile()
    if (piped) await pipeline(file === '-' ? process.stdin : createReadStream(file), createWriteStream(copy))
    else await access(file, constants.R_OK)
    await work(piped ? copy : file)
  } catch (error) {
    const { code, path, message } = error as NodeJS.ErrnoException
    throw path === file && code ? new UsageError(`${file} cannot be read: ${message}`) : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `narratoria sessions replay`: tells stored turns again from their record, runs nothing, and compares. */
export async function replaySession(
  id: string | undefined,
  { turn, line, json }: JsonOption & { turn?: string; line?: boolean },
): Promise<void> {
  await withStore(async (store) => {
    const { sessionId, head } = await findSession(store, id)
    const only = turn === undefined ? undefined : await store.findTurn(sessionId, turn)
    if (turn !== undefined && !only) throw new UsageError(`this story has no turn "${turn}"`)
    const end = only?.turnId ?? head
    let state = await store.stateAt(sessionId, null)
    let last: ReplayedTurn | undefined
    const turns = []
    for await (const stored of turnsToReplay(store, sessionId, only ?? (line ? { head } : undefined))) {
      const { turnId, seq, prompt, parentId } = stored
      const before = parentId === last?.turnId ? last.state : await store.stateAt(sessionId, parentId)
      last = replayTurn(stored, before)
      if (turnId === end) state = last.state
      turns.push({ turnId, narrative: last.narrative, faithful: last.faithful })
      if (!json) print(`${seq} > ${prompt}\n\n${wrap(last.narrative, 80)}\n`)
    }
    const different = turns.filter((told) => !told.faithful).length
    if (json) print(JSON.stringify({ sessionId, faithful: different === 0, state, turns }))
    else print(describeReplay(turns.length, different))
    if (different > 0) process.exitCode = exitCodes.failure
  })
}

/** Every turn of a story on every branch; or one turn; or those of the line that ends at a turn. */
async function* turnsToReplay(
  store: SessionStore,
  sessionId: string,
  some?: { turnId: string } | { head: string | null },
): AsyncIterable<StoredTurn> {
  if (!some) yield* store.readTurns(sessionId)
  else if ('turnId' in some) yield store.readTurn(sessionId, some.turnId)
  else for await (const { turnId } of store.readLine(sessionId, some.head)) yield store.readTurn(sessionId, turnId)
}

function describeReplay(count: number, different: number): string {
  if (count === 0) return 'There is no turn to tell again.'
  if (different > 0) return `The record of ${different} of ${count} turns differs from what was stored.`
  return count === 1
    ? '1 turn told again; it is what was stored.'
    : `${count} turns told again; they are what was stored.`
}

/** `narratoria sessions why`: who wrote a state key, in the named story or the one played last. */
export async function explainKey(
  first: string,
  second: string | undefined,
  { session: named, json }: JsonOption & { session?: string },
): Promise<void> {
  await withStore(async (store) => {
    // `why KEY`, `why ID KEY` and `why KEY ID` are all understood.
    const byFirst = second === undefined ? undefined : await store.findSession(first)
    const [id, key] = byFirst ? [first, second ?? first] : [named ?? second, first]
    const { sessionId, head } = await findSession(store, id)
    const writer = await findStateWriter(store, { sessionId, head }, key)
    if (json) print(JSON.stringify(writer ? { key, ...writer } : { key, turnId: null }))
    else print(whyText(key, writer))
    if (!writer) process.exitCode = exitCodes.failure
  })
}

async function withStore(work: (store: SessionStore) => Promise<unknown>): Promise<void> {
  const store = await openStore()
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

async function withHost(work: (host: Narratoria) => Promise<unknown>): Promise<void> {
  const host = await openHost(usualHost, { store: await openStore() })
  try {
    await work(host)
  } finally {
    await host.close()
  }
}

async function withSession(id: string | undefined, work: (session: Session) => Promise<unknown>): Promise<void> {
  await withHost(async (host) => {
    const { sessionId } = await findSession(host.store, id)
    await work(await host.openSession(sessionId))
  })
}

/** A stored time as text; `null` for one that is no date, which an imported file may have brought. */
function isoTime(milliseconds: number): string | null {
  const date = new Date(milliseconds)
  return Number.isNaN(date.valueOf()) ? null : date.toISOString()
}

function shortTime(milliseconds: number): string {
  return (isoTime(milliseconds) ?? 'no date').slice(0, 16).replace('T', ' ').padEnd(16)
}

function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}
