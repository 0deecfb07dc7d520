import type { Lexicon } from './lexicon.ts'
import { longestAt, longestBefore } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Removes words without meaning before a command, and behind it unless `isWhole`. */
export function trimClause(tokens: readonly Token[], lexicon: Lexicon, isWhole = false): Token[] {
  let start = 0
  let end = tokens.length
  for (;;) {
    while (start < end && tokens[start]?.kind === 'mark') start += 1
    const length = longestAt(tokens, start, lexicon.fillers)
    if (length === 0 || start + length >= end) break
    // "try pushing it" is an attempt, "try the key" an act.
    if (lexicon.attempts.includes(tokens[start]!.text) && length === 1 && !isParticiple(tokens[start + 1]!, lexicon))
      break
    start += length
  }
  for (;;) {
    while (end > start && tokens[end - 1]?.kind === 'mark') end -= 1
    const length = isWhole ? 0 : longestBefore(tokens, end, lexicon.trailers)
    if (length === 0 || end - length <= start) break
    end -= length
  }
  return tokens
    .slice(start, end)
    .filter(
      ({ text, kind }, at, all) =>
        !(at > 0 && all[at - 1]?.kind === 'quote' && (text === 'i' || kind === 'mark')) &&
        !(kind === 'mark' && all[at + 1]?.kind === 'quote') &&
        !(kind === 'word' && at > 0 && isAdverb(text, lexicon)),
    )
}

function isParticiple({ text }: Token, { endings }: Lexicon): boolean {
  return endings.participle.some((ending) => text.length > ending.length + 1 && text.endsWith(ending))
}

function isAdverb(text: string, { endings, notAdverbs }: Lexicon): boolean {
  return (
    endings.adverb.some((ending) => text.length > ending.length + 2 && text.endsWith(ending)) &&
    !notAdverbs.includes(text)
  )
}
