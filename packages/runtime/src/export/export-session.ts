import type { JsonObject } from '@narratoria/protocol'
import { packTurn } from '../store/packed-turn.ts'
import type { SessionRecord, SessionStore, StoredAsset } from '../store/session-store.ts'
import { unknownSession } from '../store/store-errors.ts'
import type { ExportFormat, ProseFormat } from './export-format.ts'
import { html } from './html.ts'
import { markdown } from './markdown.ts'
import type { SkillFile } from './skill-files.ts'

/** The JSON document's own version: a reader refuses what is newer. */
export const exportVersion = 1
/** The JSON document's kind. */
export const exportKind = 'narratoria-session'

/** Options of an export. */
export interface ExportOptions {
  format: ExportFormat
  /** Blots secrets out of any JSON value. */
  mask?: <T>(value: T) => T
  /** Files of skills that go along in the JSON document. */
  files?: AsyncIterable<SkillFile> | Iterable<SkillFile>
}

/**
 * Writes a session piece by piece, in memory that does not grow with it: its played line as Markdown or HTML, or every
 * turn on every branch as JSON, which {@link importSession} reads.
 *
 * @throws {RuntimeError} `unknown_session`
 */
export async function* exportSession(
  store: SessionStore,
  sessionId: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  const session = await store.findSession(sessionId)
  if (!session) throw unknownSession(sessionId)
  const { format, mask = (value) => value, files = [] } = options
  if (format === 'json') yield* writeJson(store, session, { mask, files })
  else yield* writeProse(store, session, { mask, prose: format === 'html' ? html : markdown })
}

async function* writeProse(
  store: SessionStore,
  session: SessionRecord,
  { mask, prose }: { mask: <T>(value: T) => T; prose: ProseFormat },
): AsyncGenerator<string> {
  const assets = new Map<string, StoredAsset[]>()
  for (const asset of await store.assets(session.sessionId, session.head))
    assets.set(asset.turnId, [...(assets.get(asset.turnId) ?? []), mask(asset)])
  yield prose.start(mask(session))
  for await (const turn of store.readLine(session.sessionId, session.head))
    yield prose.turn(mask(turn), assets.get(turn.turnId) ?? [])
  yield prose.end()
}

async function* writeJson(
  store: SessionStore,
  session: SessionRecord,
  { mask, files }: { mask: <T>(value: T) => T; files: AsyncIterable<SkillFile> | Iterable<SkillFile> },
): AsyncGenerator<string> {
  const { sessionId, name, title, opening, head, tip, createdAt } = session
  const initialState = await store.stateAt(sessionId, null)
  const record = { sessionId, name, title, opening, initialState, head, tip, createdAt }
  yield `{"format":"${exportKind}","version":${exportVersion},"session":${JSON.stringify(mask(record))},\n"turns":[`
  let separator = '\n'
  let last: { turnId: string; state: JsonObject } | undefined
  for await (const turn of store.readTurns(sessionId)) {
    const before = last && last.turnId === turn.parentId ? last.state : await store.stateAt(sessionId, turn.parentId)
    yield `${separator}${JSON.stringify(mask(packTurn(turn, before)))}`
    separator = ',\n'
    last = turn
  }
  yield '\n],\n"files":['
  separator = '\n'
  for await (const { skill, path, content } of files) {
    yield `${separator}{"skill":${JSON.stringify(skill)},"path":${JSON.stringify(path)},"base64":"`
    // A multiple of three bytes needs no padding within the text.
    for (let at = 0; at < content.length; at += 196_608) yield content.subarray(at, at + 196_608).toString('base64')
    yield '"}'
    separator = ',\n'
  }
  yield '\n]}\n'
}
