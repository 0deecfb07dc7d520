import { stem } from '../text/stem.ts'
import { splitWords, type Word } from '../text/words.ts'
import type { Clause } from '../text/clauses.ts'

/** A stretch of the prompt: the offsets of its first and behind its last character. */
export interface Span {
  start: number
  end: number
}

const articles = new Set(['a', 'an', 'the', 'my', 'your', 'some', 'this', 'that'])
/** How many other words may stand between two words of a phrase. */
const maxGap = 3

const known = new Map<string, Word[]>()

function phraseWords(phrase: string): Word[] {
  let words = known.get(phrase)
  if (!words) {
    const all = splitWords(phrase)
    const telling = all.filter(({ text }) => !articles.has(text))
    words = telling.length > 0 ? telling : all
    if (known.size > 10_000) known.clear()
    known.set(phrase, words)
  }
  return words
}

/**
 * Finds a trigger's phrase in a clause: its words in their order, in any inflection, with at most three others between
 * two of them. In a phrase of several words a synonym stands for a word too.
 */
export function matchPhrase(phrase: string, clause: Clause): Span[] {
  const wanted = phraseWords(phrase)
  const [first] = wanted
  if (!first) return []
  const fits = wanted.length > 1 ? sameSense : sameWord
  return clause.words.flatMap((word, index) => {
    if (!fits(first, word)) return []
    const end = matchRest(wanted, { words: clause.words, from: index }, fits)
    return end === undefined ? [] : [{ start: word.start, end }]
  })
}

function matchRest(
  wanted: Word[],
  { words, from }: { words: Word[]; from: number },
  fits: (wanted: Word, word: Word) => boolean,
): number | undefined {
  let at = from
  for (const next of wanted.slice(1)) {
    const offset = words.slice(at + 1, at + 2 + maxGap).findIndex((word) => fits(next, word))
    if (offset === -1) return undefined
    at += offset + 1
  }
  return words[at]?.end
}

function sameWord(wanted: Word, word: Word): boolean {
  return wanted.text === word.text || stem(wanted.text) === word.stem
}

function sameSense(wanted: Word, word: Word): boolean {
  return sameWord(wanted, word) || [...wanted.senses].some((sense) => word.senses.has(sense))
}
