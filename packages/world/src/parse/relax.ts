import { type ClauseAct, readClause } from './clause.ts'
import type { FrameIndex } from './frames.ts'
import type { NounContext } from './noun-context.ts'
import { isScenery } from './noun-phrase.ts'
import { isWordOfName } from './nouns.ts'
import { isKnownWord } from './known-words.ts'
import type { Token } from './tokens.ts'

/** Reads a clause that no pattern fits without words that may be in the way: "stick it back in the bag". */
export function readRelaxed(
  tokens: readonly Token[],
  context: NounContext,
  frames: FrameIndex,
): { tokens: Token[]; score: number } | undefined {
  const isLoose = (token: Token, at: number) =>
    token.kind === 'word' &&
    (isUnknown(token.text, context)
      ? at > 0 || frames.byWord.has(tokens[1]?.text ?? '')
      : at > 0 && context.lexicon.particles.includes(token.text))
  const loose = tokens.filter(isLoose)
  let best: { tokens: Token[]; score: number } | undefined
  for (const left of [...loose.map((token) => [token]), loose]) {
    const kept = tokens.filter((token) => !left.includes(token))
    const read: ClauseAct | undefined = left.length > 0 ? readClause(kept, context, frames) : undefined
    if (read?.sure && read.score > (best?.score ?? 0)) best = { tokens: kept, score: read.score - left.length }
  }
  return best
}

function isUnknown(word: string, context: NounContext): boolean {
  const { lexicon, nouns } = context
  return !isKnownWord(word, lexicon) && !isWordOfName(nouns, word) && isScenery(word, context) === undefined
}
