import { isWordOfName } from './nouns.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt, longestBefore } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Removes words without meaning before and after a command. */
export function trimClause(tokens: readonly Token[], context: NounContext): Token[] {
  return trims(tokens, context)[0]!
}

/** A clause without the words that carry no meaning, and with more and more of them: they may be part of a pattern. */
export function trims(tokens: readonly Token[], context: NounContext): [Token[], ...Token[][]] {
  const from = startOf(tokens, context)
  const starts = Array.from({ length: Math.min(from, maxFillers) + 1 }, (_, back) => from - back)
  return starts.flatMap((start) =>
    endsOf(tokens, start, context).map((end) => withoutAdverbs(tokens.slice(start, end), context)),
  ) as [Token[], ...Token[][]]
}

/** Words before a command that may be part of it, at most. */
const maxFillers = 5

function startOf(tokens: readonly Token[], { lexicon }: NounContext): number {
  for (let start = 0; ;) {
    while (start < tokens.length && tokens[start]?.kind === 'mark') start += 1
    const length = longestAt(tokens, start, lexicon.fillers)
    if (length === 0 || start + length >= tokens.length) return start
    // "I go to the inn", but "I go to look"
    const last = tokens[start + length - 1]!.text
    if (length > 1 && lexicon.infinitives.includes(last) && lexicon.articles.includes(tokens[start + length]!.text))
      return start + Math.max(length - 2, 0)
    // "try pushing it" is an attempt, "try the key" an act.
    if (lexicon.attempts.includes(tokens[start]!.text) && length === 1 && !isParticiple(tokens[start + 1]!, lexicon))
      return start
    start += length
  }
}

// Shortest first.
function endsOf(tokens: readonly Token[], start: number, { lexicon }: NounContext): number[] {
  const ends: number[] = []
  for (let end = tokens.length; ;) {
    while (end > start && tokens[end - 1]?.kind === 'mark') end -= 1
    ends.unshift(end)
    const length = longestBefore(tokens, end, lexicon.trailers)
    if (length === 0 || end - length <= start) return ends
    end -= length
  }
}

function withoutAdverbs(tokens: readonly Token[], context: NounContext): Token[] {
  return tokens.filter(
    ({ text, kind }, at, all) =>
      !(at > 0 && all[at - 1]?.kind === 'quote' && (text === 'i' || kind === 'mark')) &&
      !(kind === 'mark' && all[at + 1]?.kind === 'quote') &&
      !(kind === 'word' && at > 0 && isAdverb(text, context)),
  )
}

function isParticiple({ text }: Token, { endings }: NounContext['lexicon']): boolean {
  return endings.participle.some((ending) => text.length > ending.length + 1 && text.endsWith(ending))
}

function isAdverb(text: string, { lexicon: { endings, notAdverbs }, nouns }: NounContext): boolean {
  return (
    endings.adverb.some((ending) => text.length > ending.length + 2 && text.endsWith(ending)) &&
    !notAdverbs.includes(text) &&
    !isWordOfName(nouns, text)
  )
}
