import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import {
  type CharacterCard,
  type ConvertedLorebook,
  InterchangeError,
  maxFileBytes,
  readForeignFile,
} from '@narratoria/interchange'
import { isSillyTavernChat, readSillyTavernChat } from '@narratoria/interchange/chat'
import { importSession } from '../export/import-session.ts'
import type { SkillFolders } from '../export/skill-files.ts'
import type { SessionRecord, SessionStore } from '../store/session-store.ts'
import type { PlayableCampaign } from '../world/campaigns.ts'
import { type ForeignChat, importChat } from './import-chat.ts'

/** The largest chat, in bytes. It is read line by line. */
const maxChatBytes = 1024 * 1024 * 1024
/** Bytes of the beginning of a file in which a chat is recognized. */
const headBytes = 8 * 1024 * 1024

/** A campaign that was made of a file. */
export interface SavedCampaign {
  name: string
  path: string
  title: string
  taken: string[]
  leftOut: string[]
}

/** Where and how {@link importFile} stores what it reads. */
export interface ImportFileOptions {
  store: SessionStore
  /** Where the data that skills stored for a story of Narratoria is written. Defaults to leaving it out. */
  data?: SkillFolders
  /** Makes campaigns of cards and lorebooks. Without it, cards are refused. `@narratoria/campaigns` has functions for both. */
  campaigns?: {
    saveCard(card: CharacterCard, options: { user?: string }): Promise<SavedCampaign>
    saveLorebook(lorebook: ConvertedLorebook): Promise<SavedCampaign>
  }
  /** The id of the story that gets a lorebook. Defaults to a campaign of its own. */
  lorebookOf?: string
  /** The name of a story that is imported. */
  name?: string
  /** The name of the player's character in a card. Defaults to "you". */
  user?: string
  /** The campaign in which a chat continues. Defaults to none. */
  campaign?: PlayableCampaign
  /** The file name that lorebooks and chats without a title are named for. Defaults to that of `path`. */
  fileName?: string
}

/** What a file became, and what was left out. */
export interface FileImport {
  kind: 'card' | 'lorebook' | 'chat' | 'story'
  /** The story that was stored, or that got the lorebook. */
  session?: SessionRecord
  campaign?: Pick<SavedCampaign, 'name' | 'path' | 'title'>
  /** What was taken over, and what was left out and why: a phrase or a sentence each. */
  taken: string[]
  leftOut: string[]
}

/**
 * Imports a file of another program, or a story that Narratoria exported, by its content: a character card becomes a campaign, a chat a story,
 * a lorebook a part of a story or a campaign. An error changes nothing.
 *
 * @throws {InterchangeError} with the reason why the file cannot be used
 * @throws {RuntimeError} `invalid_export`, `name_taken`, `unknown_session`
 * @example
 * ```ts
 * import { mkdtempSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { importFile } from '@narratoria/runtime/exchange'
 * import { MemorySessionStore } from '@narratoria/runtime/store'
 *
 * const path = join(mkdtempSync(join(tmpdir(), 'chat-')), 'Mara.jsonl')
 * const messages = [
 *   { user_name: 'You', character_name: 'Mara', chat_metadata: {} },
 *   { name: 'Mara', is_user: false, mes: 'The forge glows.' },
 *   { name: 'You', is_user: true, mes: 'I greet her.' },
 *   { name: 'Mara', is_user: false, mes: 'She nods.' },
 * ]
 * writeFileSync(path, messages.map((each) => JSON.stringify(each)).join('\n'))
 * const store = new MemorySessionStore()
 * const { kind, session } = await importFile(path, { store })
 * await store.close()
 * if (kind !== 'chat' || session === undefined) throw new Error('The chat should be a story.')
 * ```
 */
export async function importFile(path: string, options: ImportFileOptions): Promise<FileImport> {
  const title = (options.fileName ?? basename(path)).replace(/\.[a-z0-9]{1,8}$/i, '')
  const { size } = await stat(path)
  const chat = await chatIn(path, size)
  if (chat) return fromChat(chat, title, options)
  if (size > maxFileBytes)
    throw new InterchangeError('too_large', `The file is larger than ${maxFileBytes / 1024 / 1024} MiB.`)
  const file = readForeignFile(new Uint8Array(await readFile(path)), title)
  if (file.kind === 'chat') return fromChat(file, title, options)
  if (file.kind === 'story') return fromStory(path, options)
  return file.kind === 'card' ? fromCard(file.card, options) : fromLorebook(file.lorebook, options)
}

/** A chat of SillyTavern is read line by line, however long it is. */
async function chatIn(path: string, size: number): Promise<ForeignChat | undefined> {
  const file = await open(path)
  let head
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, headBytes)), 0, null, 0)
    head = buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
  const end = head.indexOf('\n')
  const first = head.subarray(0, end < 0 ? undefined : end).toString('utf8')
  if (!isSillyTavernChat(first.replace(/^\uFEFF/, ''))) return undefined
  if (size > maxChatBytes) throw new InterchangeError('too_large', 'The chat is larger than 1 GiB.')
  const read: ForeignChat['read'] = (report) => readSillyTavernChat(readLines(createReadStream(path, 'utf8')), report)
  return { source: 'SillyTavern chat', read }
}

async function fromChat(
  chat: ForeignChat,
  title: string,
  { store, name, campaign }: ImportFileOptions,
): Promise<FileImport> {
  const more = { ...(name !== undefined && { name }), ...(campaign && { campaign }) }
  return { kind: 'chat', ...(await importChat(store, chat, { title, ...more })) }
}

async function fromStory(path: string, { store, name, data }: ImportFileOptions): Promise<FileImport> {
  const more = { ...(name !== undefined && { name }), ...(data && { data }) }
  const { session, leftOut } = await importSession(store, () => createReadStream(path, 'utf8'), more)
  const taken = [`${session.turns} ${session.turns === 1 ? 'turn' : 'turns'} of a story of Narratoria`]
  return { kind: 'story', session, taken, leftOut }
}

async function fromCard(card: CharacterCard, { campaigns, user }: ImportFileOptions): Promise<FileImport> {
  if (!campaigns)
    throw new InterchangeError(
      'unknown_format',
      'A character card becomes a campaign, and there is no folder for campaigns here.',
    )
  const { taken, leftOut, ...campaign } = await campaigns.saveCard(card, user === undefined ? {} : { user })
  return { kind: 'card', campaign, taken, leftOut }
}

async function fromLorebook(
  lorebook: ConvertedLorebook,
  { store, campaigns, lorebookOf }: ImportFileOptions,
): Promise<FileImport> {
  const { document, source, warnings } = lorebook
  if (lorebookOf !== undefined) {
    const session = await store.findSession(lorebookOf)
    await store.setLorebooks(lorebookOf, [...(await store.lorebooksOf(lorebookOf)), document])
    const { entries } = document.data
    const count = Array.isArray(entries) ? entries.length : 0
    const taken = [`${count} ${count === 1 ? 'entry' : 'entries'} of a ${source}`]
    return { kind: 'lorebook', ...(session && { session }), taken, leftOut: warnings }
  }
  if (!campaigns)
    throw new InterchangeError(
      'unknown_format',
      'Name the story that gets the lorebook: there is no folder for campaigns here.',
    )
  const { taken, leftOut, ...campaign } = await campaigns.saveLorebook(lorebook)
  return { kind: 'lorebook', campaign, taken, leftOut }
}

/** The longest line, in characters. */
const maxLine = 8 * 1024 * 1024

/**
 * Divides text at line feeds, in memory for the longest line. A byte order mark at the start is left out.
 *
 * @throws {InterchangeError} `too_large` if a line is longer than 8 Mi characters
 */
async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let [rest, isFirst] = ['', true]
  for await (const chunk of chunks) {
    const lines = (rest + (isFirst ? chunk.replace(/^\uFEFF/, '') : chunk)).split('\n')
    isFirst = false
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw new InterchangeError('too_large', 'A line of the file is too long.')
    yield* lines
  }
  if (rest !== '') yield rest
}
