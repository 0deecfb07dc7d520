import { isPersonal } from './kind-of.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** "Mr Abel, the organist", "the first mate, Pete": one person, whose name counts. */
export function withoutApposition(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.flatMap((phrase, index) => {
    const [where, before] =
      phrases.slice(Math.max(0, index - 2), index).length < 2
        ? [undefined, phrases[index - 1]]
        : [phrases[index - 2], phrases[index - 1]]
    const next = phrases[index + 1]
    if (
      before !== undefined &&
      (isApposed(before, phrase) || isNamedAfter(before, phrase) || isNamedThing(before, phrase))
    )
      return []
    if (where && before && isNamedBehind(where, before, phrase)) return []
    const last = phrases[index + 2]
    if (next && last && isNamedBehind(phrase, next, last))
      return [
        {
          ...last,
          role: last.role ?? phrase.text,
          isPersonName: true,
          isPlaceName: false,
          precededBy: phrase.precededBy,
        },
      ]
    if (next !== undefined && isApposed(phrase, next))
      return [{ ...phrase, role: next.text, followedBy: next.followedBy }]
    if (next !== undefined && isNamedThing(phrase, next)) return [thingNamed(phrase, next)]
    if (next === undefined || !isNamedAfter(phrase, next)) return [phrase]
    const { preposition, sentence } = phrase
    const role = next.role ?? phrase.text
    return [
      {
        ...next,
        role,
        isPersonName: true,
        isPlaceName: false,
        sentence,
        precededBy: phrase.precededBy,
        ...(preposition !== undefined && { preposition }),
      },
    ]
  })
}

// "The man in compartment nine, Colonel Petrov, has a suitcase".
function isNamedBehind(phrase: NounPhrase, where: NounPhrase, name: NounPhrase): boolean {
  const isOne = !phrase.isName && !phrase.isPlural && isPersonal(phrase.head) && phrase.determiner === 'the'
  if (!isOne || phrase.hasComma || where.preposition === undefined || where.precededBy !== where.preposition)
    return false
  // The number of a room ends it.
  const isBetween =
    !where.isName && /^(?:\d+|\p{Ll}+)?$/u.test(where.followedBy) && where.followedBy === name.precededBy
  return (
    isBetween && (where.hasComma || name.precededBy !== '') && name.isName && name.hasComma && name.determiner === ''
  )
}

// "Old Reg's pumpkin, Duchess, is gone", "Turnip Knight, the puppet": the name of a thing.
function isNamedThing(phrase: NounPhrase, next: NounPhrase): boolean {
  if (!phrase.hasComma || phrase.followedBy !== '' || next.sentence !== phrase.sentence) return false
  if (next.preposition !== undefined || phrase.isName === next.isName || phrase.role !== undefined) return false
  const [name, common] = phrase.isName ? [phrase, next] : [next, phrase]
  const isWhole =
    next.hasComma || next.followedBy === '' || (phrase.isName && /^(?:that|which)\b/.test(next.followedBy))
  const isOwn = /^(?:the|my|your|our|his|her|their|its)\b/.test(common.determiner) || /['’]s /.test(common.text)
  return isWhole && isOwn && !common.isPlural && !/['’]s /.test(name.text) && (isObject(common.head) || isSetOf(common))
}

function thingNamed(phrase: NounPhrase, next: NounPhrase): NounPhrase {
  const [name, common] = phrase.isName ? [phrase, next] : [next, phrase]
  const { preposition: _, role: __, pronoun: ___, ...rest } = { ...name, preposition: phrase.preposition }
  return {
    ...rest,
    ...(phrase.preposition !== undefined && { preposition: phrase.preposition }),
    determiner: isSetOf(common) ? name.determiner : '',
    names: isSetOf(common) ? 'group' : 'thing',
    alsoCalled: common.head,
    precededBy: phrase.precededBy,
    followedBy: next.followedBy.replace(/^(?:that|which) .*$/, ''),
    isPersonName: false,
  }
}

// "Your team, the Harbour Road Rovers".
function isSetOf({ head }: NounPhrase): boolean {
  return (isWord('collective', head) || nounKindOf(head) === 'group') && !isWord('place', head) && !isPersonal(head)
}

function isObject(head: string): boolean {
  if (isPersonal(head) || isWord('machine', head) || isWord('place', head)) return false
  return /^(?:portable|fixture|stuff)$/.test(nounKindOf(head) ?? '')
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
    isPersonal(head) ||
    isWord('machine', head) ||
    (nounKindOf(head) === undefined && /\w{3}(?:ist|er|or|ian|man|woman|mate)$/.test(head))
  // "Of their last teacher, Miss Alder": but "in the village, Miss Alder".
  const isFree =
    preposition === undefined ||
    (isWord('person', head) &&
      /^(?:of|about|from|to|for|by|with|except|but|like|than|against|without|beside|behind)$/.test(preposition))
  // "Tess knows the guard, Marco has the plan": the name begins another clause.
  const isOver = next.hasComma || next.followedBy === '' || precededBy === ''
  const isTitled = isTrade || (determiner === 'the' && next.hasComma)
  const isBare = next.determiner === '' || next.role !== undefined
  return isTitled && isFree && isOver && next.isName && isBare && next.preposition === undefined
}
