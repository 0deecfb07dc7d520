import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { InterchangeError } from '../errors.ts'
import { requireObject } from '../file/json-text.ts'
import type { CardAsset, CardFields, CardVersion } from './card.ts'

/** What the JSON document of a card says. */
export interface ReadDocument {
  version: CardVersion
  fields: CardFields
  book?: JsonObject
  assets: CardAsset[]
  warnings: string[]
}

const texts = {
  description: 'description',
  personality: 'personality',
  scenario: 'scenario',
  greeting: 'first_mes',
  examples: 'mes_example',
  systemPrompt: 'system_prompt',
  postHistory: 'post_history_instructions',
  creatorNotes: 'creator_notes',
  creator: 'creator',
  characterVersion: 'character_version',
} as const

const lists = {
  alternateGreetings: 'alternate_greetings',
  groupGreetings: 'group_only_greetings',
  tags: 'tags',
} as const

/** Whether a JSON value looks like a card of any version. */
export function isCardDocument(value: JsonValue): boolean {
  if (!isJsonObject(value)) return false
  if (typeof value.spec === 'string') return value.spec.startsWith('chara_card_')
  return (
    typeof value.name === 'string' &&
    ['first_mes', 'char_greeting', 'mes_example'].some((key) => typeof value[key] === 'string')
  )
}

/**
 * Reads the document of a card of version 1, 2 or 3. A field of the wrong type is left out with a warning.
 *
 * @throws {InterchangeError} `invalid_card`
 */
export function readDocument(document: JsonObject): ReadDocument {
  const warnings: string[] = []
  const { spec, spec_version: specVersion } = document
  const version: CardVersion = spec === undefined ? 'v1' : spec === 'chara_card_v2' ? 'v2' : 'v3'
  const usual = { v1: undefined, v2: '2.0', v3: '3.0' }[version]
  if (version === 'v3' && spec !== 'chara_card_v3')
    warnings.push(`Its specification is ${JSON.stringify(spec)}; it was read as version 3.`)
  else if (usual !== undefined && specVersion !== usual)
    warnings.push(`Its specification has version ${JSON.stringify(specVersion ?? null)}; it was read as ${usual}.`)
  const data = version === 'v1' ? document : requireObject(document.data, 'The "data" of the card', 'invalid_card')
  const fields = readFields(data, warnings)
  const book = isJsonObject(data.character_book) ? data.character_book : undefined
  if (data.character_book !== undefined && data.character_book !== null && !book)
    warnings.push('"character_book" is not an object and was left out.')
  return { version, fields, ...(book && { book }), assets: assetsIn(data, warnings), warnings }
}

function readFields(data: JsonObject, warnings: string[]): CardFields {
  const { name, nickname } = data
  if (typeof name !== 'string' || name.trim() === '')
    throw new InterchangeError('invalid_card', 'The card has no "name".')
  if (name.length > 500)
    throw new InterchangeError('invalid_card', 'The "name" of the card is longer than 500 characters.')
  const textOf = (key: string): string => {
    const value = data[key]
    if (typeof value === 'string') return value
    if (value !== undefined && value !== null) warnings.push(`"${key}" is not a text and was left out.`)
    return ''
  }
  const listOf = (key: string): string[] => {
    const value = data[key]
    if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value
    if (value !== undefined && value !== null) warnings.push(`"${key}" is not a list of texts and was left out.`)
    return []
  }
  return {
    name,
    ...(typeof nickname === 'string' && nickname.trim() !== '' && { nickname }),
    ...mapValues(texts, textOf),
    ...mapValues(lists, listOf),
  }
}

function assetsIn(data: JsonObject, warnings: string[]): CardAsset[] {
  if (data.assets === undefined) return []
  const entries = Array.isArray(data.assets) ? data.assets.slice(0, 1_000) : []
  const assets = entries.flatMap((entry): CardAsset[] => {
    const { type, uri, name, ext } = isJsonObject(entry) ? entry : {}
    return [type, uri, name, ext].every((each) => typeof each === 'string')
      ? [{ type, uri, name, ext } as CardAsset]
      : []
  })
  if (!Array.isArray(data.assets) || assets.length < data.assets.length)
    warnings.push('Some of its "assets" lack type, uri, name or ext and were left out.')
  return assets
}

function mapValues<Keys extends Record<string, string>, Value>(
  keys: Keys,
  valueOf: (key: string) => Value,
): { [Key in keyof Keys]: Value } {
  return Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, valueOf(key)])) as {
    [Key in keyof Keys]: Value
  }
}
