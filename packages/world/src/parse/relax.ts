import { type ClauseAct, readClause } from './clause.ts'
import type { NounContext } from './noun-context.ts'
import { isScenery } from './noun-phrase.ts'
import { isWordOfName } from './nouns.ts'
import { isKnownWord, isPreposition } from './known-words.ts'
import type { Token } from './tokens.ts'

/**
 * Reads a clause that no pattern fits without words that may be in the way: "stick it back in the bag". `sentence` is the clause with
 * the words that carry no meaning.
 */
export function readRelaxed(
  tokens: readonly Token[],
  sentence: readonly Token[],
  context: NounContext,
): { tokens: Token[]; score: number } | undefined {
  const { numbers, particles, pronouns } = context.lexicon
  // "Two shillings" are no "two".
  const isCounted = (at: number) => Object.values(numbers).some((all) => all.includes(tokens[at - 1]?.text ?? ''))
  const isLoose = (token: Token, at: number) =>
    token.kind === 'word' &&
    !isCounted(at) &&
    (isUnknown(token.text, context)
      ? at > 0 || context.frames.byWord.has(tokens[1]?.text ?? '')
      : at > 0 && particles.includes(token.text))
  // "Cold in here" says how it is, "saunter in" is an unknown verb.
  const from = sentence.findIndex(({ text }) => text === tokens[0]?.text)
  const [first, second, third] = sentence.slice(Math.max(from, 0)).map(({ text }) => text)
  const isPlace = isPreposition(second ?? '', context.lexicon) && pronouns.here.includes(third ?? '')
  if (isPlace && isUnknown(first!, context)) return undefined
  const loose = tokens.filter(isLoose)
  let best: { tokens: Token[]; score: number } | undefined
  for (const left of [...loose.map((token) => [token]), loose]) {
    const kept = tokens.filter((token) => !left.includes(token))
    const read: ClauseAct | undefined = left.length > 0 ? readClause(kept, context) : undefined
    if (read?.sure && read.score > (best?.score ?? 0)) best = { tokens: kept, score: read.score - left.length }
  }
  return best
}

function isUnknown(word: string, context: NounContext): boolean {
  const { lexicon, nouns } = context
  return !isKnownWord(word, lexicon) && !isWordOfName(nouns, word) && isScenery(word, context) === undefined
}
