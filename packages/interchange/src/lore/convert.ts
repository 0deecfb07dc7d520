import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { InterchangeError } from '../errors.ts'
import { numberIn, objectIn, parseJson, textIn, textsIn } from '../file/json-text.ts'
import { maxLoreEntries } from '../file/limits.ts'
import type { LorebookDocument } from './lorebook.ts'

/** A lorebook of another program, and what of it was left out. */
export interface ConvertedLorebook {
  document: LorebookDocument
  /** The program or the specification that it was written for. */
  source: string
  warnings: string[]
}

type Converter = { source: string; fits: (value: JsonObject) => boolean; convert: (value: JsonObject) => JsonObject }

const converters: Converter[] = [
  {
    source: 'lorebook V3',
    fits: ({ spec, data }) => spec === 'lorebook_v3' && isJsonObject(data),
    convert: ({ data }) => data as JsonObject,
  },
  {
    source: 'SillyTavern World Info',
    fits: ({ entries }) => isJsonObject(entries) && Object.values(entries).some(isWorldInfoEntry),
    convert: (book) => ({
      ...namesIn(book),
      extensions: {},
      entries: Object.values(objectIn(book, 'entries')).filter(isJsonObject).map(worldInfoEntry),
    }),
  },
  {
    source: 'NovelAI lorebook',
    fits: ({ lorebookVersion, entries }) => lorebookVersion !== undefined && Array.isArray(entries),
    convert: (book) => ({ ...namesIn(book), extensions: {}, entries: listIn(book, 'entries').map(novelAiEntry) }),
  },
  {
    source: 'Agnai memory book',
    fits: ({ kind, entries }) => kind === 'memory' && Array.isArray(entries),
    convert: (book) => ({ ...namesIn(book), extensions: {}, entries: listIn(book, 'entries').map(agnaiEntry) }),
  },
  {
    source: 'RisuAI lorebook',
    fits: ({ type, data }) => type === 'risu' && Array.isArray(data),
    convert: (book) => ({ ...namesIn(book), extensions: {}, entries: listIn(book, 'data').map(risuEntry) }),
  },
  {
    source: 'lorebook of a card',
    fits: ({ entries }) => Array.isArray(entries) && entries.some((entry) => isJsonObject(entry) && 'keys' in entry),
    convert: (book) => book,
  },
]

/** Whether a JSON value looks like a lorebook of a known program. */
export function isLorebook(value: JsonValue): boolean {
  return isStoryCards(value) || (isJsonObject(value) && converters.some(({ fits }) => fits(value)))
}

/**
 * Converts a lorebook: of the specification V3, of a card, of SillyTavern, NovelAI, Agnai or RisuAI, or the story cards of AI Dungeon.
 *
 * @throws {InterchangeError} `damaged_file`, `too_large`, `invalid_lorebook`
 */
export function convertLorebook(source: Uint8Array | JsonValue, name = 'Lorebook'): ConvertedLorebook {
  const value = source instanceof Uint8Array ? parseJson(source, 'The lorebook') : source
  const warnings: string[] = []
  if (isStoryCards(value)) {
    const entries = (value as JsonObject[]).map(storyCard)
    return { document: bookOf({ name, entries }, name, warnings), source: 'AI Dungeon story cards', warnings }
  }
  const converter = isJsonObject(value) ? converters.find(({ fits }) => fits(value)) : undefined
  if (!converter)
    throw new InterchangeError(
      'invalid_lorebook',
      'This is not a lorebook of the specification V3, of a card, SillyTavern, NovelAI, Agnai, RisuAI or AI Dungeon.',
    )
  return {
    document: bookOf(converter.convert(value as JsonObject), name, warnings),
    source: converter.source,
    warnings,
  }
}

function bookOf(data: JsonObject, name: string, warnings: string[]): LorebookDocument {
  const given = Array.isArray(data.entries) ? data.entries : []
  if (given.length > maxLoreEntries)
    throw new InterchangeError(
      'too_large',
      `The lorebook has ${given.length} entries; at most ${maxLoreEntries} are read.`,
    )
  const entries = given.filter(isJsonObject)
  if (entries.length < given.length)
    warnings.push(`${given.length - entries.length} entries are not objects and were left out.`)
  const named: JsonObject = textIn(data, 'name')?.trim() ? {} : { name }
  return { spec: 'lorebook_v3', data: { extensions: {}, ...data, ...named, entries } }
}

function isWorldInfoEntry(entry: JsonValue): boolean {
  return isJsonObject(entry) && 'key' in entry && 'content' in entry
}

function isStoryCards(value: JsonValue): boolean {
  const isCard = (card: JsonValue) =>
    isJsonObject(card) &&
    typeof card.keys === 'string' &&
    (typeof card.value === 'string' || typeof card.entry === 'string')
  return Array.isArray(value) && value.length > 0 && value.every(isCard)
}

/** An entry of World Info. What only SillyTavern knows is kept in `extensions`, as it does in cards. */
export function worldInfoEntry(entry: JsonObject): JsonObject {
  const extensions: JsonObject = {
    ...objectIn(entry, 'extensions'),
    ...present({
      position: entry.position,
      depth: entry.depth,
      role: entry.role,
      selectiveLogic: entry.selectiveLogic,
      probability: entry.probability,
      useProbability: entry.useProbability,
      exclude_recursion: entry.excludeRecursion,
      prevent_recursion: entry.preventRecursion,
      delay_until_recursion: entry.delayUntilRecursion,
      scan_depth: entry.scanDepth,
      case_sensitive: entry.caseSensitive,
      match_whole_words: entry.matchWholeWords,
      group: entry.group,
      group_override: entry.groupOverride,
      group_weight: entry.groupWeight,
      sticky: entry.sticky,
      cooldown: entry.cooldown,
      delay: entry.delay,
      display_index: entry.displayIndex,
    }),
  }
  return {
    keys: textsIn(entry, 'key'),
    secondary_keys: textsIn(entry, 'keysecondary'),
    content: textIn(entry, 'content') ?? '',
    name: textIn(entry, 'comment') ?? '',
    comment: textIn(entry, 'comment') ?? '',
    enabled: entry.disable !== true,
    constant: entry.constant === true,
    selective: entry.selective !== false,
    insertion_order: numberIn(entry, 'order') ?? 100,
    position: entry.position === 0 ? 'before_char' : 'after_char',
    use_regex: false,
    extensions,
  }
}

function novelAiEntry(entry: JsonObject): JsonObject {
  const priority = numberIn(objectIn(entry, 'contextConfig'), 'budgetPriority')
  return {
    keys: textsIn(entry, 'keys'),
    content: textIn(entry, 'text') ?? '',
    name: textIn(entry, 'displayName') ?? '',
    enabled: entry.enabled !== false,
    constant: entry.forceActivation === true,
    insertion_order: priority ?? 100,
    ...(priority !== undefined && { priority }),
    use_regex: false,
    extensions: { novelai: entry },
  }
}

function agnaiEntry(entry: JsonObject): JsonObject {
  return {
    keys: textsIn(entry, 'keywords'),
    content: textIn(entry, 'entry') ?? '',
    name: textIn(entry, 'name') ?? '',
    enabled: entry.enabled !== false,
    insertion_order: numberIn(entry, 'weight') ?? 100,
    ...present({ priority: entry.priority }),
    use_regex: false,
    extensions: {},
  }
}

function risuEntry(entry: JsonObject): JsonObject {
  const probability = numberIn(entry, 'activationPercent')
  return {
    keys: textsIn(entry, 'key'),
    secondary_keys: textsIn(entry, 'secondkey'),
    content: textIn(entry, 'content') ?? '',
    name: textIn(entry, 'comment') ?? '',
    enabled: true,
    constant: entry.alwaysActive === true,
    selective: entry.selective === true,
    insertion_order: numberIn(entry, 'insertorder') ?? 100,
    use_regex: entry.useRegex === true,
    extensions: probability === undefined ? {} : { probability, useProbability: true },
  }
}

function storyCard(card: JsonObject): JsonObject {
  return {
    keys: textsIn(card, 'keys'),
    content: textIn(card, 'value') ?? textIn(card, 'entry') ?? '',
    name: textIn(card, 'title') ?? '',
    enabled: true,
    insertion_order: 100,
    use_regex: false,
    extensions: {},
  }
}

function namesIn(book: JsonObject): JsonObject {
  return present({ name: textIn(book, 'name'), description: textIn(book, 'description') })
}

function listIn(object: JsonObject, key: string): JsonObject[] {
  const list = object[key]
  return Array.isArray(list) ? list.filter(isJsonObject) : []
}

function present(values: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== null),
  ) as JsonObject
}
