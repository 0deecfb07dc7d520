import { runBounded, TimeLimitError } from '@narratoria/protocol/bounded'
import type { LoreEntry, LoreKey } from '../lore/lorebook.ts'

/** Milliseconds of processor time for one expression and one text. */
const patternTimeoutMs = 20
/** The longest text that an expression is applied to, from its end. */
const maxPatternText = 20_000
/** Expressions that may take too long in one search. The others of the search are then left out. */
const mostTimeouts = 5

/** Searches texts for keys. An expression that a stranger wrote is stopped when it takes too long. */
export class KeySearch {
  /** The expressions that took too long. */
  readonly slow = new Set<string>()
  readonly #folded = new Map<string, string>()
  readonly #found = new Map<string, boolean>()

  /** The first of some keys that occurs in a text. */
  find(
    keys: readonly LoreKey[],
    text: string,
    entry: Pick<LoreEntry, 'caseSensitive' | 'wholeWords'>,
  ): string | undefined {
    return keys.find((key) => this.#occurs(key, text, entry))?.text
  }

  #occurs(
    { text: key, pattern }: LoreKey,
    text: string,
    { caseSensitive, wholeWords }: Pick<LoreEntry, 'caseSensitive' | 'wholeWords'>,
  ): boolean {
    if (pattern) return this.#matches(key, pattern, text)
    const [wanted, searched] = caseSensitive ? [key, text] : [key.toLowerCase(), this.#fold(text)]
    if (!wholeWords) return searched.includes(wanted)
    const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character)
    for (let at = searched.indexOf(wanted); at >= 0; at = searched.indexOf(wanted, at + 1))
      if (!isLetter(searched[at - 1]) && !isLetter(searched[at + wanted.length])) return true
    return false
  }

  #fold(text: string): string {
    const known = this.#folded.get(text)
    if (known !== undefined) return known
    const folded = text.toLowerCase()
    this.#folded.set(text, folded)
    return folded
  }

  #matches(key: string, pattern: NonNullable<LoreKey['pattern']>, text: string): boolean {
    if (this.slow.has(key) || this.slow.size >= mostTimeouts) return false
    const id = `${key}\0${text}`
    const known = this.#found.get(id)
    if (known !== undefined) return known
    const found = test(pattern, text.slice(-maxPatternText))
    if (found === undefined) this.slow.add(key)
    this.#found.set(id, found ?? false)
    return found ?? false
  }
}

/** `undefined` if it took too long. */
function test({ source, flags }: NonNullable<LoreKey['pattern']>, text: string): boolean | undefined {
  try {
    return runBounded(() => new RegExp(source, flags).test(text), patternTimeoutMs)
  } catch (error) {
    if (error instanceof TimeLimitError) return undefined
    throw error
  }
}
