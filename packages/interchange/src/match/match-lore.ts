import type { JsonObject } from '@narratoria/protocol'
import type { Lorebook, LoreEntry } from '../lore/lorebook.ts'
import { expandMacros, hiddenKeys } from '../text/macros.ts'
import { chanceOf } from '../text/chance.ts'
import { conditionHolds } from './condition.ts'
import { KeySearch } from './find-key.ts'

/** Messages that are searched, if neither entry nor book has a number. */
const usualScanDepth = 2
/** How often the texts of found entries are searched for others. */
const mostRecursion = 3
/** The messages of the present turn: the last narration and the player's words. */
const presentMessages = 2

/** Why an entry is used or not. */
export type LoreReason =
  | 'constant'
  | 'key'
  | 'recursion'
  | 'sticky'
  | 'disabled'
  | 'no_key'
  | 'secondary_keys'
  | 'excluded_key'
  | 'condition'
  | 'too_early'
  | 'other_message'
  | 'other_greeting'
  | 'cooldown'
  | 'probability'
  | 'group'
  | 'budget'

/** The verdict on one entry. */
export interface LoreVerdict {
  book: string
  entry: LoreEntry
  used: boolean
  reason: LoreReason
  /** The key, the condition or the group that decided. */
  detail?: string
  /** What the narrator reads, with macros replaced. Empty for an entry that is not used. */
  text: string
  tokens: number
}

/** What lorebooks are matched with. */
export interface LoreScan {
  /** The last messages of the story, oldest first. */
  messages: readonly string[]
  /** Which greeting the story begins with; 0, the default, is the first one. */
  greeting?: number
  /** Number of all messages of the story. Defaults to the number of `messages`. */
  messageCount?: number
  /** Defaults to `{}`. */
  state?: JsonObject
  /** What `{{user}}` means. Defaults to "you". */
  user?: string
  /** Decides chances and random macros: the same seed gives the same result. */
  seed: string
  /** Tokens of all entries of a book that has no budget of its own. Defaults to 1,024. */
  tokenBudget?: number
  /** Defaults to an estimate for English. */
  countTokens?: (text: string) => number
}

/**
 * The result of matching: those that are used, in the order in which they are read, and then all others.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { compileLorebook, convertLorebook, matchLore } from '@narratoria/interchange'
 *
 * const { document } = convertLorebook({ entries: { 0: { key: ['mill'], content: 'The mill burned.' } } }, 'The valley')
 * const [verdict] = matchLore([compileLorebook(document)], { messages: ['I walk to the mill.'], seed: 'turn 1' })
 * assert.deepEqual([verdict?.used, verdict?.text], [true, 'The mill burned.'])
 * ```
 */
export function matchLore(books: readonly Lorebook[], scan: LoreScan): LoreVerdict[] {
  const verdicts = books.flatMap((book, index) => new BookMatch(book, index, scan).run())
  const used = verdicts.filter((verdict) => verdict.used)
  return [...used.toSorted(byPlace), ...verdicts.filter((verdict) => !verdict.used)]
}

function byPlace({ entry: one }: LoreVerdict, { entry: other }: LoreVerdict): number {
  if (one.position !== other.position) return one.position === 'before' ? -1 : 1
  return one.order - other.order
}

type Found = Pick<LoreVerdict, 'used' | 'reason' | 'detail'>

class BookMatch {
  readonly #book: Lorebook
  readonly #scan: LoreScan
  readonly #state: JsonObject
  readonly #seed: string
  readonly #search = new KeySearch()
  readonly #found = new Map<LoreEntry, Found>()
  readonly #groups = new Set<string>()

  constructor(book: Lorebook, index: number, scan: LoreScan) {
    this.#book = book
    this.#scan = scan
    this.#state = scan.state ?? {}
    this.#seed = `${scan.seed}:${index}:${book.name}`
  }

  run(): LoreVerdict[] {
    let recursed = ''
    for (let level = 0; level <= (this.#book.recursive ? mostRecursion : 0); level++) {
      const before = this.#used()
      for (const entry of this.#book.entries) {
        if (this.#found.get(entry)?.used) continue
        this.#found.set(entry, this.#judge(entry, level, recursed))
      }
      this.#drawGroups(before)
      const added = this.#used().filter((entry) => !before.includes(entry) && !entry.preventRecursion)
      if (added.length === 0) break
      recursed = [recursed, ...added.map(({ content }) => `${content} ${hiddenKeys(content)}`)].join('\n')
    }
    this.#spend()
    return this.#book.entries.map((entry) => this.#verdict(entry))
  }

  #used(): LoreEntry[] {
    return this.#book.entries.filter((entry) => this.#found.get(entry)?.used)
  }

  #judge(entry: LoreEntry, level: number, recursed: string): Found {
    const known = this.#found.get(entry)
    // Chances and groups are drawn once.
    if (known?.reason === 'probability' || known?.reason === 'group') return known
    const refused = this.#refusal(entry)
    if (refused) return refused
    const matched = entry.constant ? { used: true, reason: 'constant' as const } : this.#match(entry, level, recursed)
    if (!matched.used || entry.probability >= 100) return matched
    const drawn = chanceOf(`${this.#seed}:${entry.index}:chance`) * 100
    return drawn < entry.probability
      ? matched
      : { used: false, reason: 'probability', detail: `${entry.probability} %` }
  }

  #refusal(entry: LoreEntry): Found | undefined {
    const count = this.#scan.messageCount ?? this.#scan.messages.length
    if (!entry.enabled) return { used: false, reason: 'disabled' }
    const failed = entry.when.find((condition) => conditionHolds(this.#state, condition) !== true)
    if (failed !== undefined) return { used: false, reason: 'condition', detail: failed }
    if (entry.greeting !== undefined && entry.greeting !== (this.#scan.greeting ?? 0))
      return { used: false, reason: 'other_greeting', detail: `greeting ${entry.greeting + 1}` }
    if (count < entry.afterMessages)
      return { used: false, reason: 'too_early', detail: `after ${entry.afterMessages} messages` }
    if (entry.everyMessages !== undefined && count % entry.everyMessages !== 0)
      return { used: false, reason: 'other_message', detail: `every ${entry.everyMessages} messages` }
    return undefined
  }

  #match(entry: LoreEntry, level: number, recursed: string): Found {
    const { messages } = this.#scan
    const depth = entry.scanDepth ?? this.#book.scanDepth ?? usualScanDepth
    const near = depth === 0 ? '' : messages.slice(-depth).join('\n')
    const recursion = level > 0 && !entry.excludeRecursion ? recursed : ''
    const excluded = this.#search.find(entry.excludedKeys, `${near}\n${recursion}`, entry)
    if (excluded !== undefined) return { used: false, reason: 'excluded_key', detail: excluded }
    const direct = entry.onlyRecursion ? undefined : this.#search.find(entry.keys, near, entry)
    if (direct !== undefined && entry.cooldown > 0) {
      const earlier = messages.slice(0, -presentMessages).slice(-Math.min(entry.cooldown, messages.length)).join('\n')
      if (this.#search.find(entry.keys, earlier, entry) !== undefined)
        return { used: false, reason: 'cooldown', detail: direct }
    }
    if (direct !== undefined) return this.#withSecondary(entry, near, { used: true, reason: 'key', detail: direct })
    const byText = recursion === '' ? undefined : this.#search.find(entry.keys, recursion, entry)
    if (byText !== undefined)
      return this.#withSecondary(entry, `${near}\n${recursion}`, { used: true, reason: 'recursion', detail: byText })
    if (entry.sticky > 0 && !entry.onlyRecursion) {
      const far = messages.slice(-Math.min(depth + entry.sticky, messages.length)).join('\n')
      const earlier = this.#search.find(entry.keys, far, entry)
      if (earlier !== undefined)
        return this.#withSecondary(entry, far, { used: true, reason: 'sticky', detail: earlier })
    }
    return { used: false, reason: 'no_key' }
  }

  #withSecondary(entry: LoreEntry, text: string, found: Found): Found {
    const { secondaryKeys: keys, logic } = entry
    if (keys.length === 0) return found
    const isThere = (key: LoreEntry['keys'][number]) => this.#search.find([key], text, entry) !== undefined
    const holds = {
      and_any: () => keys.some(isThere),
      and_all: () => keys.every(isThere),
      not_any: () => !keys.some(isThere),
      not_all: () => !keys.every(isThere),
    }[logic]()
    return holds
      ? found
      : { used: false, reason: 'secondary_keys', detail: keys.map(({ text: key }) => key).join(', ') }
  }

  /** Of the entries of a group that were found at the same time, one is drawn by weight. */
  #drawGroups(before: readonly LoreEntry[]): void {
    const groups = new Map<string, LoreEntry[]>()
    for (const entry of this.#used())
      if (entry.group !== undefined && !before.includes(entry))
        groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry])
    for (const [group, entries] of groups) {
      const winner = this.#groups.has(group) ? undefined : this.#draw(group, entries)
      this.#groups.add(group)
      for (const entry of entries)
        if (entry !== winner) this.#found.set(entry, { used: false, reason: 'group', detail: group })
    }
  }

  #draw(group: string, entries: readonly LoreEntry[]): LoreEntry | undefined {
    const total = entries.reduce((sum, { groupWeight }) => sum + groupWeight, 0)
    let left = chanceOf(`${this.#seed}:${group}:group`) * total
    return entries.find(({ groupWeight }) => (left -= groupWeight) < 0) ?? entries.at(-1)
  }

  /** Drops what the budget does not allow, entries of low priority first. */
  #spend(): void {
    let left = this.#book.tokenBudget ?? this.#scan.tokenBudget ?? 1_024
    const ranked = this.#used().toSorted(
      (one, other) => Number(other.constant) - Number(one.constant) || other.priority - one.priority,
    )
    for (const entry of ranked) {
      const tokens = this.#count(this.#textOf(entry))
      if (tokens <= left) left -= tokens
      else this.#found.set(entry, { used: false, reason: 'budget', detail: `${tokens} tokens` })
    }
  }

  #verdict(entry: LoreEntry): LoreVerdict {
    const found = this.#found.get(entry) ?? { used: false, reason: 'no_key' as const }
    const text = found.used ? this.#textOf(entry) : ''
    return { book: this.#book.name, entry, ...found, text, tokens: text === '' ? 0 : this.#count(text) }
  }

  #textOf({ content, index }: LoreEntry): string {
    const { character = this.#book.name } = this.#book
    const { text } = expandMacros(content, {
      char: character,
      user: this.#scan.user ?? 'you',
      seed: `${this.#seed}:${index}`,
      pickSeed: `${this.#book.name}:${index}`,
    })
    return text
  }

  #count(text: string): number {
    return this.#scan.countTokens?.(text) ?? Math.ceil(text.length / 3)
  }
}
