import { isSaid, patternOf } from './conditions.ts'
import { withNaming, withNamesSaid, withWholeNames } from './namings.ts'
import { withoutApposition } from './appositions.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** The phrases of a text, each for one person, place or thing: what is said of it in apposition and the like is a part of it. */
export function joinedPhrases(phrases: readonly NounPhrase[]): NounPhrase[] {
  const steps = [
    withNamesSaid,
    withWholeNames,
    withContents,
    withRelations,
    withNaming,
    withoutApposition,
    withoutShades,
    withPredicates,
  ]
  return steps.reduce<NounPhrase[]>((all, step) => step(all), [...phrases])
}

/** "A pot of red ink" is one thing. */
function withContents(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && isContent(before, phrase)) return []
    return next !== undefined && isContent(phrase, next)
      ? [
          {
            ...phrase,
            text: `${phrase.text} ${phrase.followedBy} ${next.text}`,
            followedBy: next.followedBy,
            hasComma: next.hasComma,
          },
        ]
      : [phrase]
  })
}

function isContent({ followedBy, sentence, isName, hasComma, head }: NounPhrase, next: NounPhrase): boolean {
  if (isName || hasComma || next.isName || next.sentence !== sentence) return false
  // "My recipe for plum cake".
  const isOf = followedBy === 'of' || (followedBy === 'for' && isWord('readable', head))
  return isOf && next.determiner === '' && /^\p{Ll}/u.test(next.text)
}

/** "The ghost of a drowned girl named Elsie" is Elsie, who is a ghost. */
function withoutShades(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && isShadeOf(before, phrase)) return []
    if (next === undefined || !isShadeOf(phrase, next)) return [phrase]
    const { preposition: _, ...of } = next
    const role = next.role === undefined ? phrase.text : `${phrase.text} of ${next.determiner} ${next.role}`
    return [{ ...of, determiner: phrase.determiner, role, precededBy: phrase.precededBy }]
  })
}

function isShadeOf({ isName, followedBy, head, sentence }: NounPhrase, next: NounPhrase): boolean {
  return !isName && isWord('being', head) && followedBy === 'of' && next.isName && next.sentence === sentence
}

/**
 * What is said behind "the trumpet of Louis Bell" or "a woman in a green hat" is said of the trumpet and of the woman. "Of Louis Bell" and
 * "in a green hat" only describe them.
 */
function withPredicates(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.map((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && describes(before, phrase)) return { ...phrase, followedBy: '' }
    return next !== undefined && describes(phrase, next) ? { ...phrase, followedBy: next.followedBy } : phrase
  })
}

function describes({ followedBy, hasComma, head, preposition, sentence }: NounPhrase, next: NounPhrase): boolean {
  if (hasComma || preposition !== undefined || next.sentence !== sentence || next.followedBy === '') return false
  // "The key to the cellar has gone missing": the key.
  if (/^(?:to|for)$/.test(followedBy) && (isWord('portable', head) || isWord('readable', head)))
    return isSaid('wentAway', next.followedBy)
  return followedBy === 'of' || (/^(?:in|with)$/.test(followedBy) && /^an?$/.test(next.determiner))
}

/** "Her only ally is a deaf violinist" names one person, the violinist. */
function withRelations(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && isRelationTo(before, phrase)) return []
    if (next !== undefined && isRelationTo(phrase, next))
      return [
        {
          ...phrase,
          text: next.text,
          head: next.head,
          followedBy: next.followedBy,
          determiner: 'a',
          role: phrase.text,
        },
      ]
    const said = isRelation(phrase) ? patternOf('isA').exec(phrase.followedBy)?.[1] : undefined
    const head = said?.split(' ').at(-1) ?? ''
    return said !== undefined && (isWord('person', head) || isWord('animal', head))
      ? [{ ...phrase, text: said, head, followedBy: '', determiner: 'a', role: phrase.text }]
      : [phrase]
  })
}

function isRelation({ isName, isPlural, head, preposition }: NounPhrase): boolean {
  return !isName && !isPlural && preposition === undefined && isSaid('relation', head)
}

function isRelationTo(phrase: NounPhrase, next: NounPhrase): boolean {
  return (
    isRelation(phrase) &&
    phrase.followedBy === 'is' &&
    phrase.sentence === next.sentence &&
    !next.isName &&
    /^(?:an?|the)$/.test(next.determiner) &&
    (isWord('person', next.head) || isWord('animal', next.head))
  )
}
