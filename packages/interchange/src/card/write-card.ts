import type { JsonObject } from '@narratoria/protocol'
import { isPng, plainPng, writePngTexts } from '../file/png.ts'
import { zip } from '../file/zip.ts'
import type { CharacterCard } from './card.ts'

/** The forms in which a card is written. */
export type CardFormat = 'png' | 'json' | 'charx'

type WrittenCard = Pick<CharacterCard, 'document' | 'version'> & Partial<Pick<CharacterCard, 'picture' | 'files'>>

/**
 * Writes a card with every field that it had. A PNG gets the text chunk `chara`, and also `ccv3` for a card of version 3. A card without
 * a PNG picture gets a plain one.
 *
 *
 * @example
 * ```ts
 * import { readCard, readJsonCard, writeCard } from '@narratoria/interchange'
 *
 * const document = {
 *   spec: 'chara_card_v2',
 *   spec_version: '2.0',
 *   data: { name: 'Mara', description: 'A smith.', first_mes: 'The forge glows.' },
 * }
 * const picture = writeCard(readJsonCard(document), 'png')
 * if (readCard(picture).fields.name !== 'Mara') throw new Error('The picture should hold the card.')
 * ```
 */
export function writeCard(card: WrittenCard, format: CardFormat): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(card.document))
  if (format === 'json') return json
  if (format === 'charx') return zip(new Map([['card.json', json], ...(card.files ?? [])]))
  const picture = card.picture && isPng(card.picture) ? card.picture : plainPng()
  const chara = card.version === 'v3' ? forVersion2(card.document) : card.document
  return writePngTexts(picture, {
    chara: toBase64(JSON.stringify(chara)),
    ...(card.version === 'v3' && { ccv3: Buffer.from(json).toString('base64') }),
  })
}

/** Programs that know version 2 only read the same fields. */
function forVersion2(document: JsonObject): JsonObject {
  return { ...document, spec: 'chara_card_v2', spec_version: '2.0' }
}

function toBase64(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64')
}
