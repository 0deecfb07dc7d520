import type { Lexicon } from './lexicon.ts'
import { isNear } from './near.ts'
import { type Noun, wordsOf } from './nouns.ts'
import { commonWords, isKnownWord } from './known-words.ts'
import type { Token } from './tokens.ts'

/** Corrects prepositions, articles, conjunctions and the like by one letter. Names and verbs are left to their own readers. */
export function correctSpelling(
  tokens: readonly Token[],
  { lexicon, nouns, scenery }: { lexicon: Lexicon; nouns: readonly Noun[]; scenery: readonly string[] },
): Token[] {
  const names = new Set([...nouns.flatMap((noun) => noun.names.flat()), ...scenery.flatMap((noun) => wordsOf(noun))])
  const common = commonWords(lexicon)
  return tokens.map((token) => {
    const { text, kind } = token
    if (kind !== 'word' || token.isName || names.has(text) || isKnownWord(text, lexicon)) return token
    if ([...names].some((name) => isNear(name, text))) return token
    const meant = [...common].find((word) => word[0] === text[0] && isNear(word, text))
    return meant === undefined ? token : { ...token, text: meant }
  })
}
