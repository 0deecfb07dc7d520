import { memoizeByObject } from '../memoize-by-object.ts'
import type { Token } from './tokens.ts'

interface PhraseIndex {
  byFirst: Map<string, string[][]>
  byLast: Map<string, string[][]>
}

const indexOf = memoizeByObject((phrases: readonly string[]): PhraseIndex => {
  const all = phrases.map((phrase) => phrase.split(' '))
  return { byFirst: Map.groupBy(all, ([first = '']) => first), byLast: Map.groupBy(all, (words) => words.at(-1) ?? '') }
})

/** The longest of some phrases that stands at a position, in tokens; 0 if none does. */
export function longestAt(tokens: readonly Token[], at: number, phrases: readonly string[]): number {
  const token = tokens[at]
  const possible = token?.kind === 'word' ? indexOf(phrases).byFirst.get(token.text) : undefined
  return longest(tokens, possible, () => at)
}

/** The longest of some phrases that stands before a position, in tokens; 0 if none does. */
export function longestBefore(tokens: readonly Token[], end: number, phrases: readonly string[]): number {
  const token = tokens[end - 1]
  const possible = token?.kind === 'word' ? indexOf(phrases).byLast.get(token.text) : undefined
  return longest(tokens, possible, (length) => end - length)
}

function longest(
  tokens: readonly Token[],
  phrases: readonly string[][] | undefined,
  startOf: (length: number) => number,
): number {
  let found = 0
  for (const words of phrases ?? []) {
    const start = startOf(words.length)
    if (words.length <= found || start < 0) continue
    const fits = words.every((word, at) => tokens[start + at]?.text === word && tokens[start + at]?.kind === 'word')
    if (fits) found = words.length
  }
  return found
}
