import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import {
  type CharacterCard,
  convertLorebook,
  InterchangeError,
  type LorebookDocument,
  plainText,
  readJsonCard,
} from '@narratoria/interchange'
import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { Problems } from './problems.ts'
import { cardFiles } from './card-files.ts'
import { listFiles } from './list-files.ts'
import { readSource } from './source-file.ts'

/** Reads the lorebooks of a campaign: the one in `card.json`, and `lore/*.json` and `lore/*.yaml`. */
export async function readLorebooks(folder: string, problems: Problems): Promise<LorebookDocument[]> {
  const books: LorebookDocument[] = []
  const card = await readSource(folder, 'card.json', problems)
  if (card) {
    const read = await attempt('card.json', problems, () => readJsonCard(card.value as JsonValue))
    if (read?.book) {
      const name = plainText(read.fields.nickname ?? read.fields.name)
      // The import reports a lorebook that cannot be used; the card keeps it.
      const converted = await attempt('card.json', problems, () => convertLorebook(read.book!, name), 'warn')
      if (converted) books.push(ownedBy(converted.document, name))
    }
  }
  for (const file of (await listFiles(folder, 'lore')).filter((name) => /\.(?:json|ya?ml)$/.test(name))) {
    const source = await readSource(folder, file, problems)
    if (!source) continue
    const name = basename(file).replace(/\.\w+$/, '')
    const converted = await attempt(file, problems, () => convertLorebook(source.value as JsonValue, name))
    for (const message of converted?.warnings ?? []) problems.warn('lorebook', message, file)
    if (converted) books.push(converted.document)
  }
  return books
}

/**
 * The character card of a campaign, with its picture and files, to be written for other programs. `undefined` if the campaign was not made
 * of one.
 *
 * @throws {InterchangeError} `invalid_card`
 */
export async function readCampaignCard(folder: string): Promise<CharacterCard | undefined> {
  const problems = new Problems()
  const source = await readSource(folder, 'card.json', problems)
  if (!source) return undefined
  const card = readJsonCard(source.value as JsonValue)
  const paths = await listFiles(folder, cardFiles)
  const files = await Promise.all(
    paths.map(
      async (path) => [path.slice(cardFiles.length + 1), new Uint8Array(await readFile(join(folder, path)))] as const,
    ),
  )
  const picture = await readFile(join(folder, 'art/portrait.png')).catch(() => undefined)
  return { ...card, ...(picture && { picture: new Uint8Array(picture) }), files: new Map(files) }
}

/** Notes in a lorebook what `{{char}}` means there. */
function ownedBy(document: LorebookDocument, character: string): LorebookDocument {
  const extensions = isJsonObject(document.data.extensions) ? document.data.extensions : {}
  const own: JsonObject = isJsonObject(extensions.narratoria) ? extensions.narratoria : {}
  return { ...document, data: { ...document.data, extensions: { ...extensions, narratoria: { ...own, character } } } }
}

async function attempt<T>(
  file: string,
  problems: Problems,
  work: () => T,
  level: 'error' | 'warn' = 'error',
): Promise<T | undefined> {
  try {
    return work()
  } catch (error) {
    if (!InterchangeError.isInstance(error)) throw error
    problems[level]('lorebook', error.message, file)
    return undefined
  }
}
