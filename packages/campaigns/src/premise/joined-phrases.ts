import { isSaid, patternOf } from './conditions.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** "A pot of red ink" is one thing. */
export function withContents(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [before, next] = [phrases[index - 1], phrases[index + 1]]
    if (before !== undefined && isContent(before, phrase)) return []
    return next !== undefined && isContent(phrase, next)
      ? [{ ...phrase, text: `${phrase.text} ${phrase.followedBy} ${next.text}`, followedBy: next.followedBy }]
      : [phrase]
  })
}

function isContent({ followedBy, sentence, isName, hasComma, head }: NounPhrase, next: NounPhrase): boolean {
  if (isName || hasComma || next.isName || next.sentence !== sentence) return false
  // "My recipe for plum cake".
  const isOf = followedBy === 'of' || (followedBy === 'for' && isWord('readable', head))
  return isOf && next.determiner === '' && /^\p{Ll}/u.test(next.text)
}

/** "A cartographer named Ilse" is one person, whose name counts. */
export function withoutApposition(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const before = phrases[index - 1]
    const next = phrases[index + 1]
    if (before !== undefined && (isNaming(before, phrase) || isApposed(before, phrase) || isNamedAfter(before, phrase)))
      return []
    if (next !== undefined && isApposed(phrase, next))
      return [{ ...phrase, role: next.text, followedBy: next.followedBy }]
    if (next !== undefined && isNamedAfter(phrase, next)) {
      const { preposition, sentence } = phrase
      return [
        {
          ...next,
          role: phrase.text,
          isPersonName: true,
          isPlaceName: false,
          sentence,
          ...(preposition !== undefined && { preposition }),
        },
      ]
    }
    if (next === undefined || !isNaming(phrase, next)) return [phrase]
    const isPerson = isWord('person', phrase.head) || isWord('animal', phrase.head) || next.isPersonName
    const isTitle = isWord('honorific', phrase.head) || isWord('title', phrase.head)
    return [
      {
        ...phrase,
        text:
          isPerson && isTitle
            ? `${phrase.head} ${next.text}`.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase())
            : next.text,
        ...(isPerson &&
          !isTitle && { role: phrase.text, ...(next.pronoun !== undefined && { pronoun: next.pronoun }) }),
        head: next.head,
        isName: true,
        isPersonName: isPerson,
        followedBy: next.followedBy,
      },
    ]
  })
}

// "Mr Abel, the organist, has died".
function isApposed(phrase: NounPhrase, next: NounPhrase): boolean {
  const { isName, followedBy, text, isPersonName, hasComma, determiner, head } = phrase
  // "Her father, the inspector, comes home": one person without a name.
  const isKin = !isName && hasComma && next.hasComma && /^(?:my|your|his|her|their|our)\b/.test(determiner)
  if (isKin && isWord('person', head) && isWord('person', next.head) && /^(?:an?|the)$/.test(next.determiner))
    return followedBy === '' && next.preposition === undefined && next.sentence === phrase.sentence
  const isCalled = isPersonName || text.split(' ').some((word) => isWord('person', word))
  // "Bert Stone, retired burglar,".
  const isDirect = followedBy === '' || (hasComma && /^\w{3,}(?:ed|en)$/.test(followedBy) && next.determiner === '')
  if (!isName || !isDirect || next.isName || next.sentence !== phrase.sentence) return false
  if (next.preposition !== undefined) return false
  const isOfPerson = isWord('person', next.head) || nounKindOf(next.head) === 'person'
  const isOther = /^(?:portable|fixture|place|matter)$/.test(nounKindOf(next.head) ?? '') && !isOfPerson
  if (/^(?:an?|the)$/.test(next.determiner)) return (isCalled && !isOther) || (hasComma && isOfPerson)
  // "Ella Marsh, private eye, finds a glove", "Dr Hale, our surgeon,", "Nora Flint, marshal of Dry Gulch".
  const isWhole = next.hasComma || /^(?:of|in|at|for)?$/.test(next.followedBy)
  const isRole = isOfPerson || (isCalled && next.determiner === '' && next.hasComma && next.isSubject)
  return hasComma && isRole && !next.isPlural && /^(?:my|our|your|his|her|their|)$/.test(next.determiner) && isWhole
}

// "The first mate, One-Eyed Pete, says nothing": the trade comes before the name.
function isNamedAfter(
  { determiner, isName, hasComma, followedBy, head, precededBy, preposition, sentence }: NounPhrase,
  next: NounPhrase,
): boolean {
  if (isName || !hasComma || followedBy !== '' || next.sentence !== sentence) return false
  const isTrade =
    isWord('person', head) ||
    nounKindOf(head) === 'person' ||
    isWord('machine', head) ||
    isWord('animal', head) ||
    /\w{3}(?:ist|er|or|ian|man|woman|mate)$/.test(head)
  // "Of their last teacher, Miss Alder": but "in the village, Miss Alder".
  const isFree =
    preposition === undefined ||
    (isWord('person', head) &&
      /^(?:of|about|from|to|for|by|with|except|but|like|than|against|without|beside|behind)$/.test(preposition))
  // "Tess knows the guard, Marco has the plan": the name begins another clause.
  const isOver = next.hasComma || next.followedBy === '' || precededBy === ''
  const isTitled = isTrade || (determiner === 'the' && next.hasComma)
  return isTitled && isFree && isOver && next.isName && next.determiner === '' && next.preposition === undefined
}

function isNaming({ followedBy, isName }: NounPhrase, next: NounPhrase): boolean {
  return !isName && next.isName && /^(?:named|called)$/.test(followedBy)
}

/** "The ghost of a drowned girl named Elsie" is Elsie, who is a ghost. */
export function withoutShades(phrases: readonly NounPhrase[]): NounPhrase[] {
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
export function withPredicates(phrases: readonly NounPhrase[]): NounPhrase[] {
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
export function withRelations(phrases: readonly NounPhrase[]): NounPhrase[] {
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
