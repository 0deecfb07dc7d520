import { memoizeByObject } from '../memoize-by-object.ts'
import type { Lexicon } from './lexicon.ts'
import type { Noun } from './nouns.ts'
import { longestAt } from './phrases.ts'
import { textOf, type Token } from './tokens.ts'

/** Replaces idioms by the words that patterns have: "make my way" by "go", "a page or two of" by nothing. */
export function withoutIdioms(
  tokens: readonly Token[],
  { idioms, articles }: Lexicon,
  nouns: readonly Pick<Noun, 'names'>[] = [],
): Token[] {
  // "The kid" is a child, unless a person is called the Kid.
  const isName = (phrase: string) => {
    const words = phrase.split(' ').filter((word) => !articles.includes(word))
    return nouns.some(({ names }) => names.some((name) => name.join(' ') === words.join(' ')))
  }
  const phrases = phrasesOf(idioms)
  const plain: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const length = longestAt(tokens, at, phrases)
    const phrase = textOf(tokens.slice(at, at + length))
    if (length === 0 || isName(phrase)) {
      plain.push(tokens[at]!)
      at += 1
      continue
    }
    const { start } = tokens[at]!
    const { end } = tokens[at + length - 1]!
    for (const text of idioms[phrase]!.split(' ').filter((word) => word !== ''))
      plain.push({ text, start, end, kind: 'word' })
    at += length
  }
  return plain
}

const phrasesOf = memoizeByObject((idioms: Lexicon['idioms']) => Object.keys(idioms))
