import { memoizeByObject } from '../memoize-by-object.ts'
import type { Lexicon } from './lexicon.ts'
import { lemmaOf, own } from './tokens.ts'

export function isKnownWord(word: string, lexicon: Lexicon): boolean {
  const all = allOf(lexicon)
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
  const { auxiliaries, interrogatives, subjects, inversions, connectors, subordinators } = lexicon
  return (
    commonOf(lexicon).has(word) ||
    [
      auxiliaries,
      interrogatives,
      subjects,
      inversions,
      connectors.if,
      subordinators,
      Object.keys(lexicon.secondPerson),
    ].some((all) => all.includes(word))
  )
}

export function isPreposition(word: string, { prepositions }: Lexicon): boolean {
  return Object.values(prepositions).some((all) => all.includes(word))
}

/** Whether a word names what belongs to the body of a person, or is worn on it. */
export function isOfBody(word: string | undefined, { bodyParts, garments }: Lexicon): boolean {
  return word !== undefined && (bodyParts.includes(word) || garments.includes(word))
}

/** Words that hold a sentence together: prepositions, articles, conjunctions, pronouns, directions. */
export function commonWords(lexicon: Lexicon): ReadonlySet<string> {
  return commonOf(lexicon)
}

const phrasesOf = ({ prepositions, connectors, pronouns, directions }: Lexicon): string[] =>
  [prepositions, connectors, pronouns, directions].flatMap((record) => Object.values(record).flat())

const commonOf = memoizeByObject((lexicon: Lexicon): Set<string> => {
  const { articles, all, both, except } = lexicon
  return split([...phrasesOf(lexicon), ...articles, ...all, ...both, ...except].filter((each) => !each.includes(' ')))
})

const allOf = memoizeByObject((lexicon: Lexicon): Set<string> => {
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
    ...lexicon.bodyParts,
    ...lexicon.titles,
    ...lexicon.statives,
    ...lexicon.timeNouns,
    ...Object.keys(lexicon.secondPerson),
    ...lexicon.mannerNouns,
    ...lexicon.subordinators,
    ...phrasesOf(lexicon),
  ]
  return new Set([...commonOf(lexicon), ...split(others)])
})

function split(phrases: readonly string[]): Set<string> {
  return new Set(phrases.flatMap((phrase) => phrase.split(' ')).filter((word) => word.length > 2))
}
