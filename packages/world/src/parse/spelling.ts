import type { Lexicon } from './lexicon.ts'
import { isNear } from './near.ts'
import { type Noun, wordsOf as wordsIn } from './nouns.ts'
import { lemmaOf, own, type Token } from './tokens.ts'

/** Corrects prepositions, articles, conjunctions and the like by one letter. Names and verbs are left to their own readers. */
export function correctSpelling(
  tokens: readonly Token[],
  { lexicon, nouns, scenery }: { lexicon: Lexicon; nouns: readonly Noun[]; scenery: readonly string[] },
): Token[] {
  const names = new Set([...nouns.flatMap((noun) => noun.names.flat()), ...scenery.flatMap((noun) => wordsIn(noun))])
  const { common } = wordsOf(lexicon)
  return tokens.map((token) => {
    const { text, kind } = token
    if (kind !== 'word' || names.has(text) || isKnownWord(text, lexicon)) return token
    if ([...names].some((name) => isNear(name, text))) return token
    const meant = [...common].find((word) => word[0] === text[0] && isNear(word, text))
    return meant === undefined ? token : { ...token, text: meant }
  })
}

/** Whether the lexicon has a word or a form of it. */
export function isKnownWord(word: string, lexicon: Lexicon): boolean {
  const { all } = wordsOf(lexicon)
  const isKnown = (each: string) => all.has(each)
  return (
    word.length < 3 ||
    isKnown(word) ||
    isKnown(lemmaOf(word, lexicon, isKnown)) ||
    own(lexicon.lemmas, word) !== undefined
  )
}

/** Whether a word holds a sentence together and names nothing. */
export function isFunctionWord(word: string, lexicon: Lexicon): boolean {
  const { auxiliaries, interrogatives, subjects, inversions } = lexicon
  return (
    wordsOf(lexicon).common.has(word) ||
    [auxiliaries, interrogatives, subjects, inversions].some((all) => all.includes(word))
  )
}

interface Words {
  /** Words that hold a sentence together: prepositions, articles, conjunctions, pronouns, directions. */
  common: Set<string>
  /** Every word of the lexicon. */
  all: Set<string>
}

const cache = new WeakMap<Lexicon, Words>()

function wordsOf(lexicon: Lexicon): Words {
  let words = cache.get(lexicon)
  if (!words) {
    const { prepositions, connectors, pronouns, directions, articles, all, both, except } = lexicon
    const phrases = [prepositions, connectors, pronouns, directions].flatMap((record) => Object.values(record).flat())
    const single = [...phrases, ...articles, ...all, ...both, ...except].filter((phrase) => !phrase.includes(' '))
    const common = split(single)
    const patterns = lexicon.frames.map(([, pattern = '']) =>
      pattern.replaceAll(/[{<]\w+[}>]/g, ' ').replaceAll('|', ' '),
    )
    const others = [
      ...patterns,
      ...lexicon.fillers,
      ...lexicon.trailers,
      ...lexicon.suppositions,
      ...lexicon.negations,
      ...Object.keys(lexicon.lemmas),
      ...lexicon.otherVerbs,
      ...phrases,
    ]
    cache.set(lexicon, (words = { common, all: new Set([...common, ...split(others)]) }))
  }
  return words
}

function split(phrases: readonly string[]): Set<string> {
  return new Set(phrases.flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 2))
}
