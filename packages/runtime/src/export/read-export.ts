import { basename } from 'node:path'
import {
  describeIssues,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  listIssues,
  matches,
  RegisteredAsset,
  StoryNotes,
  TurnEvent,
  TurnResult,
} from '@narratoria/protocol'
import { findTooWide } from '@narratoria/protocol/rules'
import { keptNameIn } from '../assets/asset-folder.ts'
import { moveAssets } from '../assets/move-assets.ts'
import { RuntimeError } from '../errors.ts'
import { type PackedTurn, unpackTurn } from '../store/packed-turn.ts'
import { areLorebooks } from '../store/check-lorebooks.ts'
import { describeTooWide } from '../history/describe-too-wide.ts'
import { isSameText } from '../history/turn-texts.ts'
import type { NewSession, StoredTurn, TurnText } from '../store/session-store.ts'
import { exportKind, exportVersion } from './export-session.ts'
import { type JsonPart, readJsonParts } from './json-parts.ts'

/** Opens a document for reading from its start. Can be called several times. */
export type DocumentSource = () => AsyncIterable<string> | Iterable<string>

/** The result of reading a document once. */
export interface ExportSurvey {
  session: NewSession & { head: string | null; tip: string | null }
  /** The number of turns that follow each turn. Its state is needed until the last of them was read. */
  followers: ReadonlyMap<string, number>
}

/**
 * Checks a document before anything of it is stored.
 *
 * @throws {RuntimeError} `invalid_export`, with the reason
 */
export async function surveyExport(source: DocumentSource): Promise<ExportSurvey> {
  const values: Record<string, JsonValue> = {}
  const lists = new Set<string>()
  const links = new TurnLinks()
  const files = { files: new FileEntries('files'), assets: new FileEntries('assets') }
  for await (const { key, index, value } of parts(source)) {
    if (key !== 'turns' && key !== 'files' && key !== 'assets') {
      if (index === undefined) values[key] = value!
      continue
    }
    if (index === undefined || (index === -1 && lists.has(key)))
      throw invalid(`its "${key}" are not a list, or occur twice`)
    if (index === -1) lists.add(key)
    else if (key === 'turns') links.add(value!, index)
    else files[key].add(value!)
  }
  checkKind(values)
  if (!lists.has('turns')) throw invalid('it has no "turns"')
  return { session: readSession(values.session, links.followers), followers: links.followers }
}

/** The turns of a surveyed document, without paths to files of this machine. */
export async function* readExportedTurns(source: DocumentSource, survey: ExportSurvey): AsyncGenerator<StoredTurn> {
  const needed = new Map(survey.followers)
  const states = new Map<string, JsonObject>()
  for await (const { key, index = -1, value } of parts(source)) {
    if (key !== 'turns' || index < 0) continue
    const { parentId } = value as { parentId: string | null }
    const before = parentId === null ? (survey.session.initialState ?? {}) : states.get(parentId)
    const packed = value as unknown as PackedTurn
    const turn = readTurn(packed, before ?? {}, `turn ${index + 1}`)
    const { state: change } = packed
    const wide = 'patch' in change ? findTooWide(before ?? {}, [change.patch]) : findTooWide({}, [change.value])
    if (wide !== undefined) throw invalid(describeTooWide(`the state of turn ${index + 1}`, wide))
    if (needed.get(turn.turnId)) states.set(turn.turnId, turn.state)
    if (parentId !== null) {
      const left = needed.get(parentId)! - 1
      needed.set(parentId, left)
      if (left === 0) states.delete(parentId)
    }
    yield moveAssets(turn, (path) => (keptNameIn(path) ? path : `missing:${basename(path)}`))
  }
}

/** A file of a document, of a skill or of a turn. It must be read before the next one is requested. */
export interface ExportedFile {
  about: { list: 'files'; skill: string; path: string } | { list: 'assets'; name: string }
  content: AsyncGenerator<Uint8Array>
}

/** The files of a surveyed document. */
export async function* readExportedFiles(source: DocumentSource): AsyncGenerator<ExportedFile> {
  const entries = (async function* () {
    for await (const { key, index = -1, value } of parts(source))
      if (index >= 0 && (key === 'files' || key === 'assets')) yield { list: key, entry: value as JsonObject } as const
  })()
  let next = await entries.next()
  while (!next.done) {
    const { list, entry } = next.value
    let current: JsonObject | undefined = entry
    const step = async () => {
      next = await entries.next()
      const goesOn = !next.done && next.value.list === list && Number(next.value.entry.at ?? 0) > 0
      current = goesOn ? next.value!.entry : undefined
    }
    const content = (async function* () {
      while (current) {
        const bytes = Buffer.from(current.base64 as string, 'base64')
        await step()
        yield bytes
      }
    })()
    // The survey checked that these are strings.
    yield { about: { list, ...entry } as unknown as ExportedFile['about'], content }
    // The caller stopped reading before the end.
    while (current) await step()
  }
}

async function* parts(source: DocumentSource): AsyncGenerator<JsonPart> {
  try {
    yield* readJsonParts(source())
  } catch (error) {
    throw error instanceof SyntaxError ? invalid(`it is not valid JSON (${error.message})`, error) : error
  }
}

function checkKind({ format, version }: Record<string, JsonValue>): void {
  if (format !== exportKind) throw invalid(`its "format" is not "${exportKind}"`)
  if (typeof version !== 'number' || version > exportVersion)
    throw invalid(
      `its version is ${JSON.stringify(version)}, and this Narratoria reads up to ${exportVersion}; update it`,
    )
}

function readSession(session: JsonValue | undefined, turns: ReadonlyMap<string, number>): ExportSurvey['session'] {
  if (!isJsonObject(session)) throw invalid('it has no "session"')
  const { sessionId, name = null, title, tags = [], notes = {}, opening = '', initialState = {}, createdAt } = session
  if (typeof sessionId !== 'string' || sessionId === '' || typeof title !== 'string')
    throw invalid('its session has no "sessionId" or "title"')
  if ((name !== null && typeof name !== 'string') || typeof opening !== 'string' || !isJsonObject(initialState))
    throw invalid('its session has a "name", an "opening" or an "initialState" of the wrong kind')
  const wide = findTooWide({}, [initialState])
  if (wide !== undefined) throw invalid(describeTooWide('its "initialState"', wide))
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) throw invalid('its "tags" are not words')
  if (!matches(StoryNotes, notes)) throw invalid('its "notes" are not notes of an author')
  const { head = null, tip = head, lorebooks = [] } = session
  if (!areLorebooks(lorebooks)) throw invalid('its "lorebooks" are not lorebooks of the specification V3')
  for (const id of [head, tip])
    if (id !== null && (typeof id !== 'string' || !turns.has(id))) throw invalid('its head is not among its turns')
  if (Number.isSafeInteger(createdAt) && !isTime(createdAt))
    throw invalid(`its session's "createdAt" is ${JSON.stringify(createdAt)}, which is not a time`)
  const created = isTime(createdAt) ? createdAt : Date.now()
  const ends = { head: head as string | null, tip: tip as string | null }
  return {
    sessionId,
    name,
    title,
    tags,
    notes: notes as StoryNotes,
    lorebooks,
    opening,
    initialState,
    createdAt: created,
    ...ends,
  }
}

/** Checks the references between turns. Only the ids are kept. */
class TurnLinks {
  readonly followers = new Map<string, number>()
  readonly #labels = new Set<unknown>()
  #lastSeq = 0

  add(turn: JsonValue, index: number): void {
    const place = `turn ${index + 1}`
    if (!isJsonObject(turn)) throw invalid(`${place} is not an object`)
    const { turnId, parentId, seq, label } = turn
    if (typeof turnId !== 'string' || !Number.isSafeInteger(seq)) throw invalid(`${place} has no "turnId" or "seq"`)
    if (Number(seq) <= this.#lastSeq || this.followers.has(turnId))
      throw invalid(`${place} is out of order or there twice`)
    if (parentId !== null) {
      const before = typeof parentId === 'string' ? this.followers.get(parentId) : undefined
      if (before === undefined) throw invalid(`${place} follows a turn that is not there before it`)
      this.followers.set(parentId as string, before + 1)
    }
    if (label !== undefined && this.#labels.has(label))
      throw invalid(`two of its turns are labelled ${JSON.stringify(label)}`)
    if (label !== undefined) this.#labels.add(label)
    this.followers.set(turnId, 0)
    this.#lastSeq = Number(seq)
  }
}

/** Checks that entries form complete files. */
class FileEntries {
  readonly #list: 'files' | 'assets'
  #file = ''
  #length = 0

  constructor(list: 'files' | 'assets') {
    this.#list = list
  }

  add(entry: JsonValue): void {
    const { skill, path, name, at = 0, base64 } = isJsonObject(entry) ? entry : {}
    const named =
      this.#list === 'assets' ? typeof name === 'string' : typeof skill === 'string' && typeof path === 'string'
    if (!named || typeof base64 !== 'string' || !/^[A-Za-z0-9+/]*={0,2}$/.test(base64))
      throw invalid(`one of its "${this.#list}" has no name, or content that is not base64`)
    const file = JSON.stringify([skill, path, name])
    if (at !== 0 && (file !== this.#file || at !== this.#length))
      throw invalid(`a part of one of its "${this.#list}" is missing`)
    this.#file = file
    this.#length = Number(at) + Buffer.byteLength(base64, 'base64')
  }
}

function readTurn(packed: PackedTurn, before: JsonObject, place: string): StoredTurn {
  let turn: StoredTurn
  try {
    turn = unpackTurn(packed, before)
  } catch (error) {
    throw invalid(`${place} cannot be put together`, error)
  }
  const issues = listIssues(TurnResult, turn)
  if (issues.length > 0) throw invalid(`${place}: ${describeIssues(issues.slice(0, 3))}`)
  const sound =
    isJsonObject(turn.state) &&
    isTime(turn.createdAt) &&
    (turn.label === undefined || typeof turn.label === 'string') &&
    Array.isArray(turn.events) &&
    turn.events.every((event) => matches(TurnEvent, event)) &&
    Array.isArray(turn.assets) &&
    turn.assets.every((asset) => matches(RegisteredAsset, asset)) &&
    (turn.texts === undefined || areTexts(turn.texts, turn))
  if (!sound) throw invalid(`${place} has a state, a time, events, assets or texts of the wrong kind`)
  return turn
}

/** Whether a value is a list of texts, of which one is the text of its turn. */
function areTexts(value: unknown, turn: StoredTurn): boolean {
  if (!Array.isArray(value)) return false
  const isText = (text: unknown) =>
    isJsonObject(text) &&
    typeof text.prompt === 'string' &&
    typeof text.narrative === 'string' &&
    isTime(text.createdAt)
  return value.every(isText) && value.some((text) => isSameText(text as TurnText, turn))
}

/** Returns whether a value is a number of milliseconds that `Date` accepts. */
function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && Math.abs(Number(value)) <= 8.64e15
}

function invalid(reason: string, cause?: unknown): RuntimeError {
  return new RuntimeError('invalid_export', `This is not a session that Narratoria exported: ${reason}.`, { cause })
}
