import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { numberIn, objectIn, textIn, textsIn } from '../file/json-text.ts'
import type { Lorebook, LorebookDocument, LoreDepth, LoreEntry, LoreKey, LoreLogic, LoreRole } from './lorebook.ts'

/** By SillyTavern's `selectiveLogic`. */
const logics: readonly LoreLogic[] = ['and_any', 'not_all', 'not_any', 'and_all']
/** By SillyTavern's `role`. */
const roles: readonly LoreRole[] = ['system', 'user', 'assistant']
/** SillyTavern's `position` of a text among the messages, and the depth that it uses if there is none. */
const [atDepth, usualDepth] = [4, 4]
const regularExpression = /^\/((?:[^\\/]|\\.)+)\/([a-z]*)$/s

/** Prepares a lorebook for matching. It never throws: an entry that cannot be used is disabled, with a warning. */
export function compileLorebook({ data }: LorebookDocument, character?: string): Lorebook {
  const warnings: string[] = []
  const entries = (Array.isArray(data.entries) ? data.entries : []).flatMap((entry, index) =>
    isJsonObject(entry) ? [compileEntry(entry, index, warnings)] : [],
  )
  const [scanDepth, tokenBudget] = [numberIn(data, 'scan_depth'), numberIn(data, 'token_budget')]
  const owner = character ?? textIn(objectIn(objectIn(data, 'extensions'), 'narratoria'), 'character')
  return {
    name: textIn(data, 'name') ?? 'Lorebook',
    description: textIn(data, 'description') ?? '',
    ...(scanDepth !== undefined && { scanDepth: Math.max(0, scanDepth) }),
    ...(tokenBudget !== undefined && tokenBudget > 0 && { tokenBudget }),
    recursive: data.recursive_scanning === true,
    ...(owner !== undefined && { character: owner }),
    entries,
    warnings,
  }
}

function compileEntry(entry: JsonObject, index: number, warnings: string[]): LoreEntry {
  const extensions = objectIn(entry, 'extensions')
  const decorated = readDecorators(textIn(entry, 'content') ?? '')
  const { content, decorators, unknown } = decorated
  const name = [textIn(entry, 'name'), textIn(entry, 'comment'), textsIn(entry, 'keys')[0]].find((text) => text?.trim())
  const label = name?.trim() ?? `entry ${index + 1}`
  if (unknown.length > 0) warnings.push(`"${label}": not supported and ignored: @@${unknown.join(', @@')}.`)
  const { keys, secondaryKeys, excludedKeys } = keysOf(entry, decorated, (problem) =>
    warnings.push(`"${label}": ${problem}`),
  )
  const order = numberIn(entry, 'insertion_order') ?? 100
  const scanDepth =
    numberOf(decorators.get('scan_depth')) ?? numberIn(extensions, 'scan_depth') ?? numberIn(entry, 'scan_depth')
  const group = textIn(extensions, 'group')?.trim()
  const everyMessages = numberOf(decorators.get('activate_only_every'))
  const greeting = numberOf(decorators.get('is_greeting'))
  return {
    index,
    name: label,
    content,
    enabled: entry.enabled !== false && !decorators.has('dont_activate') && content !== '',
    constant: entry.constant === true || decorators.has('activate'),
    keys,
    secondaryKeys:
      entry.selective === true || (textsIn(entry, 'secondary_keys').length > 0 && entry.selective !== false)
        ? secondaryKeys
        : [],
    logic: logics[numberIn(extensions, 'selectiveLogic') ?? 0] ?? 'and_any',
    excludedKeys,
    caseSensitive: (entry.case_sensitive ?? extensions.case_sensitive) === true,
    wholeWords: extensions.match_whole_words === true,
    ...(scanDepth !== undefined && { scanDepth: Math.max(0, scanDepth) }),
    order,
    priority: decorators.has('ignore_on_max_context')
      ? Number.MIN_SAFE_INTEGER
      : (numberIn(entry, 'priority') ?? order),
    position: positionOf(entry, decorators.get('position')),
    ...placeOf(extensions, decorators),
    probability: extensions.useProbability === false ? 100 : (numberIn(extensions, 'probability') ?? 100),
    ...(group && { group }),
    groupWeight: Math.max(1, numberIn(extensions, 'group_weight') ?? 100),
    excludeRecursion: extensions.exclude_recursion === true,
    preventRecursion: extensions.prevent_recursion === true,
    onlyRecursion: Boolean(extensions.delay_until_recursion),
    afterMessages: numberOf(decorators.get('activate_only_after')) ?? numberIn(extensions, 'delay') ?? 0,
    ...(everyMessages !== undefined && everyMessages > 0 && { everyMessages }),
    ...(greeting !== undefined && { greeting }),
    sticky: decorators.has('keep_activate_after_match') ? Infinity : (numberIn(extensions, 'sticky') ?? 0),
    cooldown: decorators.has('dont_activate_after_match') ? Infinity : (numberIn(extensions, 'cooldown') ?? 0),
    when: [...conditionsIn(entry), ...conditionsIn(objectIn(extensions, 'narratoria'))],
  }
}

function keysOf(
  entry: JsonObject,
  { decorators }: Decorated,
  report: (problem: string) => void,
): Pick<LoreEntry, 'keys' | 'secondaryKeys' | 'excludedKeys'> {
  // SillyTavern marks every entry so, although only keys between slashes are expressions there.
  const arePatterns = entry.use_regex === true && !('selectiveLogic' in objectIn(entry, 'extensions'))
  const flags = entry.case_sensitive === true ? 'u' : 'iu'
  const read = (texts: string[]): LoreKey[] =>
    texts.flatMap((text): LoreKey[] => {
      if (text.trim() === '') return []
      const [, source, own = ''] = regularExpression.exec(text) ?? []
      const pattern =
        source === undefined ? (arePatterns ? { source: text, flags } : undefined) : { source, flags: own }
      if (!pattern) return [{ text: text.trim() }]
      const problem = problemOf(pattern)
      if (problem === undefined) return [{ text, pattern }]
      report(`the key ${text} is not a regular expression and was read as words.`)
      return [{ text }]
    })
  return {
    keys: read([...textsIn(entry, 'keys'), ...splitValue(decorators.get('additional_keys'))]),
    secondaryKeys: read(textsIn(entry, 'secondary_keys')),
    excludedKeys: read(splitValue(decorators.get('exclude_keys'))),
  }
}

function problemOf({ source, flags }: { source: string; flags: string }): string | undefined {
  try {
    RegExp(source, flags)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}

function positionOf(entry: JsonObject, decorator: string | undefined): LoreEntry['position'] {
  if (decorator !== undefined) return decorator === 'before_desc' ? 'before' : 'after'
  return entry.position === 'before_char' ? 'before' : 'after'
}

/** The place among the messages: by a decorator, or by SillyTavern's position "at depth". */
function placeOf(extensions: JsonObject, decorators: Decorated['decorators']): Pick<LoreEntry, 'depth' | 'role'> {
  const isAtDepth = extensions.position === atDepth
  const [fromEnd, fromStart] = [decorators.get('depth'), decorators.get('reverse_depth')].map(countOf)
  const ownDepth = isAtDepth ? (numberIn(extensions, 'depth') ?? usualDepth) : undefined
  const messages = fromEnd ?? fromStart ?? ownDepth
  const named = roles.find((role) => role === decorators.get('role')?.toLowerCase())
  const role = named ?? (isAtDepth ? roles[numberIn(extensions, 'role') ?? 0] : undefined)
  const from: LoreDepth['from'] = fromEnd === undefined && fromStart !== undefined ? 'start' : 'end'
  return {
    ...(messages !== undefined && { depth: { messages: Math.max(0, Math.trunc(messages)), from } }),
    ...(role !== undefined && { role }),
  }
}

function conditionsIn({ when }: JsonObject): string[] {
  return [when].flat().filter((condition) => typeof condition === 'string')
}

function splitValue(value = ''): string[] {
  return value
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
}

/** A number of messages; anything else is ignored. */
function countOf(text: string | undefined): number | undefined {
  const number = numberOf(text)
  return number === undefined || number < 0 ? undefined : number
}

function numberOf(text: string | undefined): number | undefined {
  const number = text === undefined || text === '' ? NaN : Number(text)
  return Number.isFinite(number) ? number : undefined
}

/** The decorators of an entry: lines `@@name value` before its text. */
interface Decorated {
  content: string
  decorators: Map<string, string>
  /** Names that are not supported. */
  unknown: string[]
}

const supported = new Set([
  'activate',
  'dont_activate',
  'activate_only_after',
  'activate_only_every',
  'keep_activate_after_match',
  'dont_activate_after_match',
  'depth',
  'reverse_depth',
  'role',
  'scan_depth',
  'is_greeting',
  'position',
  'additional_keys',
  'exclude_keys',
  'ignore_on_max_context',
  'disable_ui_prompt',
])

/** Cuts the decorators off a text. A line `@@@name` is the fallback of a decorator above it that is not supported. */
function readDecorators(text: string): Decorated {
  const decorators = new Map<string, string>()
  const unknown: string[] = []
  const lines = text.split('\n')
  let at = 0
  let isOpen = false
  for (; at < lines.length; at++) {
    const [, marks = '', name = '', value = ''] = /^(@@@?)([a-z_]+)[ \t]*(.*)$/.exec(lines[at]!.trim()) ?? []
    if (marks === '') break
    if (marks === '@@@' && !isOpen) continue
    const isKnown = supported.has(name)
    if (isKnown) decorators.set(name, value.trim())
    else if (marks === '@@') unknown.push(name)
    isOpen = !isKnown
  }
  return { content: lines.slice(at).join('\n').trim(), decorators, unknown }
}
