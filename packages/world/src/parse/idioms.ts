import type { Lexicon } from './lexicon.ts'
import { longestAt } from './phrases.ts'
import type { Token } from './tokens.ts'

/** Replaces idioms by the words that patterns have: "make my way" by "go", "a page or two of" by nothing. */
export function withoutIdioms(tokens: readonly Token[], { idioms }: Lexicon): Token[] {
  const phrases = phrasesOf(idioms)
  const plain: Token[] = []
  for (let at = 0; at < tokens.length;) {
    const length = longestAt(tokens, at, phrases)
    if (length === 0) {
      plain.push(tokens[at]!)
      at += 1
      continue
    }
    const { start } = tokens[at]!
    const { end } = tokens[at + length - 1]!
    const phrase = tokens
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    for (const text of idioms[phrase]!.split(' ').filter((word) => word !== ''))
      plain.push({ text, start, end, kind: 'word' })
    at += length
  }
  return plain
}

const lists = new WeakMap<Lexicon['idioms'], string[]>()

function phrasesOf(idioms: Lexicon['idioms']): string[] {
  let found = lists.get(idioms)
  if (!found) lists.set(idioms, (found = Object.keys(idioms)))
  return found
}
