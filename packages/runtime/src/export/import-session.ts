import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { SessionRecord, SessionStore, StoredTurn } from '../store/session-store.ts'
import {
  type DocumentSource,
  type ExportedFile,
  readExportedFiles,
  readExportedTurns,
  surveyExport,
} from './read-export.ts'
import { isSessionId } from './session-id.ts'
import { movePath, type SkillFolders, writeSkillFile } from './skill-files.ts'

export interface ImportOptions {
  /** The name of the session. Defaults to its own name. */
  name?: string
  /** Where the data that skills stored for the session is written. Defaults to leaving it out. */
  data?: SkillFolders
}

export interface ImportedSession {
  session: SessionRecord
  /** A message for each file that was not imported. */
  leftOut: string[]
}

/**
 * Stores the session of a JSON export in one transaction and in bounded memory. If its id or name is in use, or its id is
 * not a generated one, it gets new ones, also in the paths of its skills' files. The document is read several times, so
 * the text of a file is passed as a function that opens it.
 *
 * @throws {RuntimeError} `invalid_export`, with the reason
 * @example
 * ```ts
 * import { createNarratoria } from '@narratoria/runtime'
 * import { exportSession, importSession } from '@narratoria/runtime/exchange'
 * import { MemorySessionStore } from '@narratoria/runtime/store'
 *
 * const store = new MemorySessionStore()
 * const host = await createNarratoria({ skillRoots: [], home: '.narratoria', store })
 * const session = await host.openSession('first-story')
 * await session.play('I light the torch').result
 * let text = ''
 * for await (const piece of exportSession(store, 'first-story', { format: 'json' })) text += piece
 * const { session: copy } = await importSession(store, text, { name: 'second-story' })
 * await host.close()
 * if (copy.name !== 'second-story') throw new Error('The story should be stored once more.')
 * ```
 */
export async function importSession(
  store: SessionStore,
  document: string | DocumentSource,
  { name, data }: ImportOptions = {},
): Promise<ImportedSession> {
  const source = typeof document === 'string' ? () => [document] : document
  const survey = await surveyExport(source)
  const { session } = survey
  const free = isSessionId(session.sessionId) && !(await store.findSession(session.sessionId))
  const sessionId = free ? session.sessionId : randomUUID()
  const called = name ?? (session.name === null ? null : await freeName(store, session.name))
  const record = { ...session, sessionId, name: called, title: name ?? session.title }
  const paths = new Set<string>()
  const stored = await store.importSession(record, renamed(readExportedTurns(source, survey), { sessionId, paths }))
  const leftOut: string[] = []
  for await (const file of readExportedFiles(source)) {
    const problem = await takeFile(file, { store, data, from: session.sessionId, to: sessionId })
    if (problem) leftOut.push(problem)
  }
  const missing = [...paths].filter((path) => !existsSync(store.assetFolder?.fromRecord(path) ?? path)).length
  if (missing > 0) leftOut.push(`${missing} of the story's files are missing from the export.`)
  return { session: stored, leftOut }
}

async function* renamed(
  turns: AsyncIterable<StoredTurn>,
  { sessionId, paths }: { sessionId: string; paths: Set<string> },
): AsyncGenerator<StoredTurn> {
  for await (const turn of turns) {
    for (const { path } of turn.assets) paths.add(path)
    yield { ...turn, sessionId }
  }
}

async function takeFile(
  { about, content }: ExportedFile,
  into: { store: SessionStore; data?: SkillFolders; from: string; to: string },
): Promise<string | undefined> {
  if (about.list === 'assets') {
    const { assetFolder } = into.store
    const problem = assetFolder ? await assetFolder.accept(about.name, content) : 'this store has no folder for files'
    return problem && `The file "${about.name}" was left out: ${problem}.`
  }
  const { skill } = about
  const path = movePath(about.path, into)
  const problem = into.data
    ? await writeSkillFile(into.data, into.to, { skill, path, content })
    : 'the host has no skills'
  return problem && `The data of "${skill}" was left out: ${problem}.`
}

/** A name that no session has: this one, or one with a number. */
export async function freeName(store: SessionStore, name: string): Promise<string> {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name}-${number}`
    if (!(await store.findSession(candidate))) return candidate
  }
}
