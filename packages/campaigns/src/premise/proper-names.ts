import { isActingGroup, isVessel } from './named-by.ts'
import { isSaid } from './conditions.ts'
import { isGuard, isSleepingGroup } from './changes.ts'
import { type Kind, kindOf } from './kind-of.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isGiver, isOnPlayer, isTaken } from './possession.ts'
import { isWord } from './words.ts'

/** Marks the names of towns, guilds, saints of churches and the like, which the grammar alone would take for people. */
export function withProperNames(phrases: readonly NounPhrase[]): NounPhrase[] {
  return phrases.reduce<NounPhrase[]>((all, phrase) => {
    const isCalled = phrase.isName || /^\p{Lu}\p{Ll}+ (?:\p{Lu}\p{Ll}+ ?)+$/u.test(phrase.text)
    const names = phrase.names ?? (isCalled ? namesOf(phrase, all.at(-1)) : undefined)
    return [...all, names === undefined ? phrase : { ...phrase, names }]
  }, [])
}

function namesOf(phrase: NounPhrase, previous: NounPhrase | undefined): NounPhrase['names'] {
  const { text, preposition = '', precededBy, isSubject, isPersonName, pronoun, sentence } = phrase
  const before = previous?.sentence === sentence ? previous : undefined
  const isWhere = preposition !== '' && preposition !== 'to' && isWord('where', preposition)
  if (isSaid('name.saint', text) && preposition === 'of')
    return before !== undefined && isWord('place', before.head) ? 'place' : 'group'
  if (/^O \p{Lu}| (?:&|and) \p{Lu}/u.test(text)) return 'group'
  if (isWhere || (phrase.role !== undefined && !/\d/.test(phrase.role))) return undefined
  if (isSaid('name.group', text) || (phrase.isName && isSeveral(phrase))) return 'group'
  if (phrase.isName && isObjectName(phrase)) return 'thing'
  if (phrase.isName && /^towards?$/.test(preposition) && !isPersonName && pronoun === undefined) return 'place'
  if (isTitled(text)) return undefined
  // "The pirates of the Grey Heron": a ship, or where they live.
  if (!phrase.isName) return preposition === 'of' && phrase.determiner === 'the' ? 'place' : undefined
  const isFirstName = pronoun !== undefined
  const isDoneTo = preposition === '' && isSaid('name.doneTo', precededBy)
  if (!isFirstName && !isDoneTo && isSaid('name.place', text) && !(isSubject && isPersonName)) return 'place'
  if (isSaid('name.razed', precededBy) || isSaid('name.placeFirst', text)) return 'place'
  if (isBetween(phrase, before)) return 'place'
  const isUnknown = !isFirstName && !isPersonName
  if (
    isUnknown &&
    (isSaid('name.reached', precededBy) || (/^(?:to|for)$/.test(preposition) && isWayTo(phrase, before)))
  )
    return 'place'
  return undefined
}

// "The Sunrise Diamond", "Merlin's Cup".
function isObjectName({ text, determiner, head, isPersonName }: NounPhrase): boolean {
  const isOne = /^\p{Lu}\S* .*\p{Lu}\S*$/u.test(text) && (determiner === 'the' || /['’]s /.test(text)) && !isPersonName
  const known = nounKindOf(head)
  return (
    isOne &&
    (known === 'portable' || known === 'stuff' || isWord('portable', head)) &&
    !isWord('place', head) &&
    !isWord('person', head)
  )
}

// "The Tollmen", "the Pellingtons", "Rovers": not one person. "The Petrel" may be a ship, an inn or a newspaper.
function isSeveral({ text, head, determiner, role, isPersonName, pronoun }: NounPhrase): boolean {
  if (role !== undefined || pronoun !== undefined || text.includes(' ')) return false
  const known = nounKindOf(head)
  if (/(?:[^su]s|men|folk)$/.test(head)) return determiner === 'the' || (!isPersonName && known !== undefined)
  return determiner === 'the' && !isPersonName && known !== 'person' && known !== 'animal' && !isWord('person', head)
}

// "The road between Samra and the sea", "drives the bus between Marrow and Tilling".
function isBetween({ preposition, precededBy }: NounPhrase, before: NounPhrase | undefined): boolean {
  if (before === undefined) return false
  if (preposition === 'between' || /\bbetween$/.test(precededBy)) return isSaid('name.way', before.head)
  return before.names === 'place' && /\bbetween$/.test(before.preposition ?? before.precededBy) && precededBy === 'and'
}

function isWayTo({ precededBy }: NounPhrase, before: NounPhrase | undefined): boolean {
  return isSaid('name.toward', precededBy) || (precededBy === 'to' && isSaid('name.way', before?.head ?? ''))
}

function isTitled(text: string): boolean {
  return text.split(/\.? /).some((word) => isWord('honorific', word) || isWord('person', word))
}

/** What a phrase names where it stands in a premise. */
export function kindIn(
  phrase: NounPhrase,
  { before, next }: { before: NounPhrase | undefined; next: NounPhrase | undefined },
): Kind | undefined {
  if (phrase.names !== undefined) return kindOf(phrase)
  if (isActingThing(phrase) || isActingGroup(phrase) || isGuard(phrase)) return 'person'
  if (isSleepingGroup(phrase) || isGiver(phrase, before)) return 'person'
  if (isVessel(phrase)) return 'place'
  const kind = kindOf(phrase)
  // "The cure is in my bag".
  const isNamedThing = !phrase.isName && !phrase.isTime && phrase.determiner !== ''
  if (kind === undefined && isNamedThing && isOnPlayer(phrase, next)) return 'thing'
  return phrase.head !== 'home' && kind === 'place' && isTaken(before, phrase) ? 'thing' : kind
}

// "The first violin refuses to play": who wills something is a person. Not "the town wants a trial".
function isActingThing(phrase: NounPhrase): boolean {
  const { followedBy, isTime, preposition } = phrase
  const isWilling = !isTime && preposition === undefined && isSaid('willing', followedBy)
  return isWilling && !/^(?:place|animal)$/.test(kindOf(phrase) ?? '')
}

/** Whether a name says where the story is, with the year: "Klondike, 1898." */
export function isDateline({ text: name }: NounPhrase, text: string): boolean {
  const at = text.indexOf(name)
  return (
    at >= 0 &&
    /^(?: (?:for|of|in|at|near|on) [^,.]{1,40})?,(?: [^,.]{1,25})? \d{4}\b/.test(text.slice(at + name.length))
  )
}

/** Whether a name is that of a house: "I sing in the Blue Parrot." */
export function isHouse({ determiner, preposition, isPlaceName, text }: NounPhrase): boolean {
  return determiner === 'the' && /^(?:in|at|inside)$/.test(preposition ?? '') && !isPlaceName && text.includes(' ')
}
