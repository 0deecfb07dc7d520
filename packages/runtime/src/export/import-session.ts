import { randomUUID } from 'node:crypto'
import {
  describeIssues,
  isJsonObject,
  type JsonObject,
  listIssues,
  matches,
  RegisteredAsset,
  TurnEvent,
  TurnResult,
} from '@narratoria/protocol'
import { RuntimeError } from '../errors.ts'
import { type PackedTurn, unpackTurn } from '../store/packed-turn.ts'
import type { NewSession, SessionRecord, SessionStore, StoredTurn } from '../store/session-store.ts'
import { exportKind, exportVersion } from './export-session.ts'
import type { SkillFile } from './skill-files.ts'

/** What was read of a JSON export. */
export interface ImportedSession {
  session: SessionRecord
  /** Files of skills, with the session's new id in their paths where it has one. */
  files: SkillFile[]
}

/**
 * Stores the session of a JSON export, all of it or nothing. Where its id or name is in use, it gets new ones.
 *
 * @throws {RuntimeError} `invalid_export` says what is wrong with the document
 */
export async function importSession(
  store: SessionStore,
  text: string,
  { name }: { name?: string } = {},
): Promise<ImportedSession> {
  const document = parseDocument(text)
  const { session, turns } = readDocument(document)
  const sessionId = (await store.findSession(session.sessionId)) ? randomUUID() : session.sessionId
  const free = name ?? (await freeName(store, session.name))
  const record = { ...session, sessionId, name: free, title: name ?? session.title }
  const stored = await store.importSession(
    record,
    turns.map((turn) => ({ ...turn, sessionId })),
  )
  const files = readFiles(document.files).map((file) => ({
    ...file,
    path: file.path.replaceAll(session.sessionId, sessionId),
  }))
  return { session: stored, files }
}

function parseDocument(text: string): JsonObject {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw invalid('it is no JSON', error)
  }
  if (!isJsonObject(document) || document.format !== exportKind) throw invalid(`its "format" is not "${exportKind}"`)
  if (typeof document.version !== 'number' || document.version > exportVersion)
    throw invalid(
      `its version is ${JSON.stringify(document.version)}, and this Narratoria reads up to ${exportVersion}; update it`,
    )
  return document
}

function readDocument(document: JsonObject) {
  const { session } = document
  if (!isJsonObject(session)) throw invalid('it has no "session"')
  const { sessionId, name = null, title, opening = '', initialState = {}, createdAt } = session
  if (typeof sessionId !== 'string' || sessionId === '' || typeof title !== 'string')
    throw invalid('its session has no "sessionId" or "title"')
  if ((name !== null && typeof name !== 'string') || typeof opening !== 'string' || !isJsonObject(initialState))
    throw invalid('its session has a "name", an "opening" or an "initialState" of the wrong kind')
  const turns = readTurns(document.turns, initialState)
  const ids = new Set<unknown>([null, ...turns.map(({ turnId }) => turnId)])
  const head = session.head ?? null
  const tip = session.tip ?? head
  if (!ids.has(head) || !ids.has(tip)) throw invalid('its head is not among its turns')
  const created = Number.isSafeInteger(createdAt) ? Number(createdAt) : Date.now()
  const record: NewSession = { sessionId, name, title, opening, initialState, createdAt: created }
  return { session: { ...record, head: head as string | null, tip: tip as string | null }, turns }
}

function readTurns(packed: unknown, initialState: JsonObject): StoredTurn[] {
  if (!Array.isArray(packed)) throw invalid('it has no "turns"')
  const states = new Map<string | null, JsonObject>([[null, initialState]])
  const labels = new Set<string>()
  let lastSeq = 0
  return packed.map((item: unknown, index) => {
    const turn = readTurn(item, states, `turn ${index + 1}`)
    if (turn.seq <= lastSeq || states.has(turn.turnId))
      throw invalid(`turn ${index + 1} is out of order or there twice`)
    if (turn.label !== undefined && labels.has(turn.label))
      throw invalid(`two of its turns are labelled "${turn.label}"`)
    if (turn.label !== undefined) labels.add(turn.label)
    lastSeq = turn.seq
    states.set(turn.turnId, turn.state)
    return turn
  })
}

function readTurn(item: unknown, states: ReadonlyMap<string | null, JsonObject>, place: string): StoredTurn {
  if (!isJsonObject(item)) throw invalid(`${place} is no object`)
  const parentId = item.parentId as string | null
  const before = states.get(parentId)
  if (!before) throw invalid(`${place} follows a turn that is not there before it`)
  let turn: StoredTurn
  try {
    turn = unpackTurn(item as unknown as PackedTurn, before)
  } catch (error) {
    throw invalid(`${place} cannot be put together`, error)
  }
  const issues = listIssues(TurnResult, turn)
  if (issues.length > 0) throw invalid(`${place}: ${describeIssues(issues.slice(0, 3))}`)
  const sound =
    isJsonObject(turn.state) &&
    Number.isSafeInteger(turn.createdAt) &&
    Number.isSafeInteger(turn.seq) &&
    (turn.label === undefined || typeof turn.label === 'string') &&
    Array.isArray(turn.events) &&
    turn.events.every((event) => matches(TurnEvent, event)) &&
    Array.isArray(turn.assets) &&
    turn.assets.every((asset) => matches(RegisteredAsset, asset))
  if (!sound) throw invalid(`${place} has a state, events or assets of the wrong kind`)
  return turn
}

function readFiles(files: unknown): SkillFile[] {
  if (files === undefined) return []
  if (!Array.isArray(files)) throw invalid('its "files" are no list')
  return files.map((file: unknown) => {
    const { skill, path, base64 } = isJsonObject(file) ? file : {}
    if (typeof skill !== 'string' || typeof path !== 'string' || typeof base64 !== 'string')
      throw invalid('one of its "files" has no "skill", "path" or "base64"')
    return { skill, path, content: Buffer.from(base64, 'base64') }
  })
}

async function freeName(store: SessionStore, name: string | null): Promise<string | null> {
  if (name === null) return null
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!(await store.findSession(candidate))) return candidate
  }
}

function invalid(reason: string, cause?: unknown): RuntimeError {
  return new RuntimeError('invalid_export', `This is not a session that Narratoria exported: ${reason}.`, { cause })
}
