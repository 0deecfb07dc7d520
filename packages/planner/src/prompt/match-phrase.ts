import { planningWords } from '@narratoria/content'
import { isNegated } from '../text/negation.ts'
import { splitWords, type Word } from '../text/words.ts'
import type { Clause } from '../text/clauses.ts'

/** A part of the prompt: the offset of its first character and the offset after its last. */
export interface Span {
  start: number
  end: number
}

const articles = new Set(planningWords.phrases.articles)
/** Most other words between two words of a phrase. */
const maxGap = 3

const known = new Map<string, Word[]>()

function phraseWords(phrase: string): Word[] {
  let words = known.get(phrase)
  if (!words) {
    const all = splitWords(phrase)
    const significant = all.filter(({ text }) => !articles.has(text))
    words = significant.length > 0 ? significant : all
    if (known.size > 10_000) known.clear()
    known.set(phrase, words)
  }
  return words
}

/**
 * Finds a trigger's phrase in a clause: its words in order, in any inflection, with at most three other words between two of
 * them. Synonyms match as well; loose synonyms match only in phrases of several words. A pronoun such as `it` matches a word
 * of the two clauses before.
 */
export function matchPhrase(phrase: string, clauses: readonly Clause[], at: number): Span[] {
  const wanted = phraseWords(phrase)
  const [first, ...rest] = wanted
  const clause = clauses[at]
  if (!first || !clause) return []
  const fits = rest.length > 0 ? sameLooseSense : sameSense
  const before = clauses.slice(Math.max(0, at - 2), at).flatMap(({ words }) => words)
  return clause.words.flatMap((word, index) => {
    if (!fits(first, word)) return []
    const found = followWords(rest, { words: clause.words, before, index }, fits)
    if (!found || found.some((place) => isNegated(clause.words, place, new Set(found)))) return []
    return [{ start: word.start, end: clause.words[found.at(-1) ?? index]?.end ?? word.end }]
  })
}

type Fits = (wanted: Word, word: Word) => boolean

function followWords(
  rest: readonly Word[],
  { words, before, index }: { words: readonly Word[]; before: readonly Word[]; index: number },
  fits: Fits,
): number[] | undefined {
  const found = [index]
  for (const wanted of rest) {
    const last = found.at(-1) ?? index
    const near = words.slice(last + 1, last + 2 + maxGap)
    const offset = near.findIndex((word) => fits(wanted, word))
    const pronoun = near.findIndex(({ text }) => pronouns.has(text))
    if (offset !== -1) found.push(last + 1 + offset)
    else if (pronoun !== -1 && before.some((word) => fits(wanted, word))) found.push(last + 1 + pronoun)
    else return undefined
  }
  return found
}

const pronouns = new Set(planningWords.phrases.pronouns)

function sameWord(wanted: Word, word: Word): boolean {
  return wanted.text === word.text || wanted.stem === word.stem
}

function sameSense(wanted: Word, word: Word): boolean {
  return sameWord(wanted, word) || [...wanted.senses].some((sense) => word.senses.has(sense))
}

function sameLooseSense(wanted: Word, word: Word): boolean {
  if (sameSense(wanted, word)) return true
  const all = (of: Word) => [...of.senses, ...of.looseSenses]
  return all(wanted).some((sense) => word.senses.has(sense) || word.looseSenses.has(sense))
}
