import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { InterchangeError } from '../errors.ts'
import { parseJson, requireObject } from '../file/json-text.ts'
import { isPng, readPngTexts } from '../file/png.ts'
import { findZip, unzip } from '../file/zip.ts'
import type { CardAsset, CharacterCard } from './card.ts'
import { readDocument } from './read-document.ts'

/** Risu writes no colon. */
const assetKeywords = /^chara-ext-asset_:?/

/**
 * Reads a character card: a PNG picture with the text `ccv3` or `chara`, a `.charx` archive (also one behind a picture), or a JSON
 * document of version 1, 2 or 3.
 *
 * @throws {InterchangeError} `damaged_file`, `too_large`, `unsafe_path`, `invalid_card`, `unknown_format` if there is no card in it
 * @example
 * ```ts
 * import { readCard } from '@narratoria/interchange'
 *
 * const document = {
 *   spec: 'chara_card_v2',
 *   spec_version: '2.0',
 *   data: { name: 'Mara', description: 'A smith.', first_mes: 'The forge glows.' },
 * }
 * const card = readCard(new TextEncoder().encode(JSON.stringify(document)))
 * if (card.fields.name !== 'Mara') throw new Error(card.fields.name)
 * ```
 */
export function readCard(bytes: Uint8Array): CharacterCard {
  if (isPng(bytes)) {
    const card = readPngCard(bytes)
    if (card) return card
    if (findZip(bytes) < 0) throw new InterchangeError('unknown_format', 'The picture contains no character card.')
  }
  return findZip(bytes) >= 0 ? readArchive(bytes) : readJsonCard(parseJson(bytes, 'The card'))
}

/** Reads the JSON document of a card. @throws {InterchangeError} `invalid_card` */
export function readJsonCard(value: JsonValue): CharacterCard {
  const document = requireObject(value, 'The card', 'invalid_card')
  return { ...readDocument(document), document, files: new Map() }
}

function readPngCard(bytes: Uint8Array): CharacterCard | undefined {
  const texts = readPngTexts(bytes, (keyword) => isCardKeyword(keyword) || assetKeywords.test(keyword))
  const found = texts.find(({ keyword }) => keyword === 'ccv3') ?? texts.find(({ keyword }) => keyword === 'chara')
  if (!found) return undefined
  const document = parseCard(found.text)
  const card = readDocument(document)
  const contents = new Map(
    texts
      .filter(({ keyword }) => assetKeywords.test(keyword))
      .map(({ keyword, text }) => [keyword.replace(assetKeywords, ''), fromBase64(text)] as const),
  )
  const assets = card.assets.map((asset) =>
    withContent(asset, (uri) => contents.get(pathIn(uri, '__asset:').toLowerCase())),
  )
  return { ...card, assets, document, picture: bytes, files: new Map() }
}

function readArchive(bytes: Uint8Array): CharacterCard {
  const files = unzip(bytes)
  const document = files.get('card.json')
  if (!document) throw new InterchangeError('unknown_format', 'The archive contains no "card.json".')
  files.delete('card.json')
  const parsed = requireObject(parseJson(document, '"card.json"'), '"card.json"', 'invalid_card')
  const card = readDocument(parsed)
  const assets = card.assets.map((asset) =>
    withContent(asset, (uri) => files.get(pathIn(uri, 'embeded://')) ?? files.get(pathIn(uri, 'embedded://'))),
  )
  const icons = assets.filter(({ type, content }) => type === 'icon' && content)
  const picture = (icons.find(({ name }) => name === 'main') ?? icons[0])?.content
  return { ...card, assets, document: parsed, ...(picture && { picture }), files }
}

function withContent(asset: CardAsset, find: (uri: string) => Uint8Array | undefined): CardAsset {
  const content = dataOf(asset.uri) ?? find(asset.uri)
  return content ? { ...asset, content } : asset
}

function dataOf(uri: string): Uint8Array | undefined {
  const base64 = /^data:[^,]*;base64,([A-Za-z0-9+/=\s]*)$/.exec(uri)?.[1]
  return base64 === undefined ? undefined : fromBase64(base64)
}

function pathIn(uri: string, scheme: string): string {
  return uri.startsWith(scheme) ? uri.slice(scheme.length) : '\0'
}

function parseCard(base64: string): JsonObject {
  if (!/^[A-Za-z0-9+/=_\s-]+$/.test(base64))
    throw new InterchangeError('damaged_file', 'The card in the picture is not base64.')
  return requireObject(
    parseJson(fromBase64(base64), 'The card in the picture'),
    'The card in the picture',
    'invalid_card',
  )
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

function isCardKeyword(keyword: string): boolean {
  return keyword === 'chara' || keyword === 'ccv3'
}
