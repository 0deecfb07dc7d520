import { createReadStream, existsSync } from 'node:fs'
import type { JsonObject } from '@narratoria/protocol'
import { printableJson } from '@narratoria/protocol/printable'
import type { AssetFolder } from '../assets/asset-folder.ts'
import { moveAssets } from '../assets/move-assets.ts'
import { packTurn } from '../store/packed-turn.ts'
import type { SessionRecord, SessionStore, StoredAsset } from '../store/session-store.ts'
import { unknownSession } from '../store/store-errors.ts'
import type { ExportFormat, ProseFormat } from './export-format.ts'
import { html } from './html.ts'
import { markdown } from './markdown.ts'
import { writeSillyTavern } from './silly-tavern.ts'
import { holdsSecret } from './secrets-in-file.ts'
import { readSkillFiles, type SkillFolders } from './skill-files.ts'

/** The version of the JSON document. A reader refuses newer ones. Version 1 had each file as one text, and no assets. */
export const exportVersion = 2
/** The kind of the JSON document. */
export const exportKind = 'narratoria-session'

/** Bytes of a file in one entry: a multiple of three, so that only the last one has base64 padding. */
const entryBytes = 196_608

/** Options of an export. */
export interface ExportOptions {
  format: ExportFormat
  /** Redacts secrets in a JSON value. */
  mask?: <T>(value: T) => T
  /** Adds the data that these skills stored for the session, and the files of its turns, to the JSON document. */
  data?: SkillFolders
  /** Called with the path of each file that was left out because it contains a secret. */
  onLeftOut?: (path: string) => void
}

type Mask = NonNullable<ExportOptions['mask']>

/**
 * Writes a session, found by its id or name, in chunks and in bounded memory: its played line as
 * Markdown, HTML or a chat of SillyTavern, or every turn on every branch as JSON, which {@link importSession} reads.
 *
 * @throws {RuntimeError} `unknown_session`
 * @example
 * ```ts
 * import { createNarratoria } from '@narratoria/runtime'
 * import { exportSession } from '@narratoria/runtime/exchange'
 * import { MemorySessionStore } from '@narratoria/runtime/store'
 *
 * const store = new MemorySessionStore()
 * const host = await createNarratoria({ skillRoots: [], home: '.narratoria', store })
 * const session = await host.openSession('first-story')
 * await session.play('I light the torch').result
 * let text = ''
 * for await (const piece of exportSession(store, 'first-story', { format: 'markdown' })) text += piece
 * await host.close()
 * if (!text.includes('I light the torch')) throw new Error(text)
 * ```
 */
export async function* exportSession(
  store: SessionStore,
  idOrName: string,
  options: ExportOptions,
): AsyncGenerator<string> {
  const session = await store.findSession(idOrName)
  if (!session) throw unknownSession(idOrName)
  const { format, mask = (value) => value, data, onLeftOut } = options
  if (format === 'sillytavern') return yield* writeSillyTavern(store, session, mask)
  if (format !== 'json') return yield* writeProse(store, session, { mask, prose: format === 'html' ? html : markdown })
  const keptNames = new Set<string>()
  yield* writeTurns(store, session, { mask, keptNames })
  yield '\n],\n"files":['
  if (data)
    yield* writeEntries(readSkillFiles(data, session.sessionId, onLeftOut), ({ skill, path }) => ({ skill, path }))
  yield '\n],\n"assets":['
  if (data && store.assetFolder)
    yield* writeEntries(
      readAssets(store.assetFolder, keptNames, { secrets: data.skills.secrets(), onLeftOut }),
      ({ name }) => ({ name }),
    )
  yield '\n]}\n'
}

async function* writeProse(
  store: SessionStore,
  session: SessionRecord,
  { mask, prose }: { mask: Mask; prose: ProseFormat },
): AsyncGenerator<string> {
  const assets = new Map<string, StoredAsset[]>()
  for (const asset of await store.assets(session.sessionId, session.head))
    assets.set(asset.turnId, [...(assets.get(asset.turnId) ?? []), mask(asset)])
  yield prose.start(mask(session))
  for await (const turn of store.readLine(session.sessionId, session.head))
    yield prose.turn(mask(turn), assets.get(turn.turnId) ?? [])
  yield prose.end()
}

async function* writeTurns(
  store: SessionStore,
  session: SessionRecord,
  { mask, keptNames }: { mask: Mask; keptNames: Set<string> },
): AsyncGenerator<string> {
  const { sessionId, name, title, tags, notes, opening, head, tip, createdAt } = session
  const { assetFolder } = store
  const initialState = await store.stateAt(sessionId, null)
  const tagged = tags.length > 0 && { tags }
  const noted = Object.keys(notes).length > 0 && { notes }
  const lorebooks = await store.lorebooksOf(sessionId)
  const lore = lorebooks.length > 0 && { lorebooks }
  const record = { sessionId, name, title, ...tagged, ...noted, ...lore, opening, initialState, head, tip, createdAt }
  yield `{"format":"${exportKind}","version":${exportVersion},"session":${printableJson(mask(record))},\n"turns":[`
  let separator = '\n'
  let last: { turnId: string; state: JsonObject } | undefined
  for await (const turn of store.readTurns(sessionId)) {
    const before = last && last.turnId === turn.parentId ? last.state : await store.stateAt(sessionId, turn.parentId)
    for (const { path } of turn.assets) keptNames.add(assetFolder?.nameOf(path) ?? '')
    const portable = moveAssets(turn, (path) => assetFolder?.toRecord(path) ?? path)
    yield `${separator}${printableJson(mask(packTurn(portable, before)))}`
    separator = ',\n'
    last = turn
  }
}

async function* readAssets(
  folder: AssetFolder,
  names: ReadonlySet<string>,
  { secrets, onLeftOut }: { secrets: readonly string[]; onLeftOut?: (path: string) => void },
) {
  for (const name of names) {
    const path = folder.pathOf(name)
    if (name === '' || !existsSync(path)) continue
    if (await holdsSecret(path, secrets)) onLeftOut?.(path)
    else yield { name, content: createReadStream(path) }
  }
}

/** Writes each file as entries of bounded size. `at` is the offset of an entry in the file. */
async function* writeEntries<File extends { content: AsyncIterable<Uint8Array> | Iterable<Uint8Array> }>(
  files: AsyncIterable<File>,
  describe: (file: File) => JsonObject,
): AsyncGenerator<string> {
  let separator = '\n'
  for await (const file of files) {
    let at = 0
    for await (const piece of piecesOf(file.content)) {
      yield `${separator}${JSON.stringify({ ...describe(file), at, base64: Buffer.from(piece).toString('base64') })}`
      separator = ',\n'
      at += piece.length
    }
  }
}

/** Splits bytes into chunks of `entryBytes`. An empty file is one empty chunk. */
async function* piecesOf(content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = []
  let [length, any] = [0, false]
  for await (const chunk of content) {
    waiting.push(chunk)
    length += chunk.length
    if (length < entryBytes) continue
    const bytes = Buffer.concat(waiting)
    const whole = length - (length % entryBytes)
    for (let at = 0; at < whole; at += entryBytes) yield bytes.subarray(at, at + entryBytes)
    any = true
    waiting = [bytes.subarray(whole)]
    length -= whole
  }
  if (length > 0 || !any) yield Buffer.concat(waiting)
}
