import type { Lexicon } from './lexicon.ts'
import type { Token } from './tokens.ts'

/** Words between the parts of a speech, at most: "I say to Mara". */
const maxBetween = 6

/** Joins a speech that is interrupted by who says it: "“Mara,” I say, “are you there?”" */
export function joinQuotes(tokens: readonly Token[], { quoting }: Lexicon): Token[] {
  const first = tokens.findIndex(({ kind }) => kind === 'quote')
  const second = tokens.findIndex(({ kind }, at) => kind === 'quote' && at > first)
  const between = tokens.slice(first + 1, second)
  const isInterrupted =
    first >= 0 &&
    second > first &&
    between.length <= maxBetween &&
    between.some(({ text }) => quoting.includes(text)) &&
    !/[.!?…]$/.test(tokens[first]!.quoted ?? '') &&
    !between.some(({ kind, text }) => kind === 'mark' && text !== ',')
  if (!isInterrupted) return [...tokens]
  const quoted = `${tokens[first]!.quoted}, ${tokens[second]!.quoted}`
  const said = { ...tokens[first]!, quoted, end: tokens[second]!.end }
  const words = between.filter(({ kind }, at) => kind === 'word' || at < between.length - 1)
  return joinQuotes([...tokens.slice(0, first), said, ...words, ...tokens.slice(second + 1)], { quoting } as Lexicon)
}
