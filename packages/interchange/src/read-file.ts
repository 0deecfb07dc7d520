import { type JsonObject, type JsonValue, isJsonObject } from '@narratoria/protocol'
import type { CharacterCard } from './card/card.ts'
import { readCard, readJsonCard } from './card/read-card.ts'
import { isCardDocument } from './card/read-document.ts'
import type { ChatPart, ChatReport } from './chat/chat.ts'
import { isKoboldSave, readKoboldSave } from './chat/kobold.ts'
import { isSillyTavernChat, readSillyTavernChat } from './chat/silly-tavern.ts'
import { isTalemateScene, readTalemateScene } from './chat/talemate.ts'
import { InterchangeError } from './errors.ts'
import { decode, parseJson } from './file/json-text.ts'
import { maxFileBytes } from './file/limits.ts'
import { isPng } from './file/png.ts'
import { findZip } from './file/zip.ts'
import { convertLorebook, type ConvertedLorebook, isLorebook } from './lore/convert.ts'

/** What a file of another program contains. */
export type ForeignFile =
  | { kind: 'card'; card: CharacterCard }
  | { kind: 'lorebook'; lorebook: ConvertedLorebook }
  | { kind: 'chat'; source: string; read: (report: ChatReport) => AsyncIterable<ChatPart> | Iterable<ChatPart> }
  | { kind: 'story'; document: JsonObject }

/**
 * Finds out what a file contains, by its content: a character card, a lorebook, a chat of SillyTavern, a story of KoboldAI or Talemate, or
 * a story that Narratoria exported. `name` names a lorebook that has no name.
 *
 * @throws {InterchangeError} `unknown_format`, `damaged_file`, `too_large`, `unsafe_path`, `invalid_card`, `invalid_lorebook`
 * @example
 * ```ts
 * import { readForeignFile } from '@narratoria/interchange'
 *
 * const bytes = new TextEncoder().encode('{"entries":{"0":{"key":["mill"],"content":"The mill burned."}}}')
 * const file = readForeignFile(bytes, 'The valley')
 * if (file.kind !== 'lorebook') throw new Error(file.kind)
 * ```
 */
export function readForeignFile(bytes: Uint8Array, name: string): ForeignFile {
  if (bytes.length > maxFileBytes)
    throw new InterchangeError('too_large', `The file is larger than ${maxFileBytes / 1024 / 1024} MiB.`)
  if (bytes.length === 0) throw new InterchangeError('unknown_format', 'The file is empty.')
  if (isPng(bytes) || isArchive(bytes)) return { kind: 'card', card: readCard(bytes) }
  const text = decode(bytes, 'The file').replace(/^\uFEFF/, '')
  const end = text.indexOf('\n')
  const firstLine = end < 0 ? text : text.slice(0, end)
  if (isSillyTavernChat(firstLine))
    return { kind: 'chat', source: 'SillyTavern chat', read: (report) => readSillyTavernChat(linesOf(text), report) }
  return ofJson(parseJson(text, 'The file', maxFileBytes), name)
}

function ofJson(value: JsonValue, name: string): ForeignFile {
  if (isJsonObject(value) && value.format === 'narratoria-session') return { kind: 'story', document: value }
  if (isCardDocument(value)) return { kind: 'card', card: readJsonCard(value) }
  if (isKoboldSave(value))
    return { kind: 'chat', source: 'KoboldAI story', read: (report) => readKoboldSave(value, report) }
  if (isTalemateScene(value))
    return { kind: 'chat', source: 'Talemate scene', read: (report) => readTalemateScene(value, report) }
  if (isLorebook(value)) return { kind: 'lorebook', lorebook: convertLorebook(value, name) }
  throw new InterchangeError(
    'unknown_format',
    'The file is neither a character card nor a lorebook, a chat of SillyTavern, a story of KoboldAI or Talemate, or a story of Narratoria.',
  )
}

/** A picture before an archive is one of the kinds that `.charx` files hide behind. */
function isArchive(bytes: Uint8Array): boolean {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  return findZip(bytes.subarray(0, isJpeg ? undefined : 4)) >= 0
}

function* linesOf(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    yield text.slice(from, end < 0 ? undefined : end)
    from = end < 0 ? text.length : end + 1
  }
}
