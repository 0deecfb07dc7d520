import { clauseAfter, isSaid, patternOf } from './conditions.ts'
import { isGone } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named } from './premise.ts'
import { isWord } from './words.ts'

/** Whether a person is gone, or the source of something that is here: "a letter from the killer", "her late husband". */
export function isAbsent(phrase: NounPhrase): boolean {
  // "Leads us to bandits": the bandits are not present.
  if (phrase.isPlural && phrase.determiner === '' && /^(?:to|for|against)$/.test(phrase.preposition ?? '')) return true
  if (isSaid('recipient', phrase.precededBy)) return true
  return isGone(phrase) || (phrase.preposition !== undefined && /^(?:from|about|of|after)$/.test(phrase.preposition))
}

/**
 * How a person is not here by what the premise says of them: dead, gone, frozen, to call later, or unable to perceive the player.
 * `undefined` if nothing says so. The hero of a premise in the third person may have left somewhere.
 */
export function notHere(
  phrase: NounPhrase,
  {
    kind,
    text,
    next,
    before,
    isHero,
  }: { kind: string; text: string; next: readonly NounPhrase[]; before: NounPhrase | undefined; isHero: boolean },
): Partial<Named> | undefined {
  // What is said of an heirloom, or of someone already known to be gone.
  if (
    phrase.preposition === 'of' ||
    isGone(phrase) ||
    (kind === 'animal' && isSaid('foundDead.animal', phrase.followedBy))
  )
    return undefined
  // "The old man in room nine died": what says where comes before the verb.
  const clause = clauseAfter(phrase, { text, next })
    .replace(/^,? ?(?:who |that )?/u, '')
    .replace(patternOf('whereBeforeVerb'), '')
  // "Rowed out this morning and hasn't come back": each verb counts.
  const verbs = clause.split(/,? (?:and|but|then) /)
  const isSaidNow = (end: string) => verbs.some((words) => isSaid(`notHere.${end}`, words))
  // "Without its driver."
  if (/^(?:without|despite|like|unlike|than)$/.test(phrase.preposition ?? '')) return {}
  if (phrase.determiner === 'the' && isSaid('dead.unknownDoer', phrase.text)) return { isAway: true }
  if (isSaidNow('dead')) return { isMissing: true, isDead: true }
  if (isSaid('notBack', clause)) return { isMissing: true }
  if (isHero) return undefined
  if (['gone', 'left', 'later', 'blind'].some((end) => isSaidNow(end)) || isSaid('notHere.across', clause))
    return { isAway: true }
  if (kind === 'person' && (isPromised(phrase, before) || isReported(phrase))) return { isAway: true }
  const [, seer] = patternOf('onlySeenBy').exec(text) ?? []
  if (seer !== undefined && !`${seer}`.includes(phrase.head)) return {}
  if (isSaid('notHere.object', phrase.precededBy)) return {}
  // "I gave my violin to a beggar."
  const isReceiver = phrase.preposition === 'to' && before?.sentence === phrase.sentence
  return isReceiver && /^an?$/.test(phrase.determiner) && isSaid('transfer', before.precededBy) ? {} : undefined
}

// "She says a girl sold it", "the boy says his sister is ill": who is only in another's story.
function isReported({ isName, determiner, precededBy }: NounPhrase): boolean {
  return !isName && /^(?:an?|his|her|their|some)$/.test(determiner) && isSaid('reported', precededBy)
}

// "Promised a fox her firstborn", "needs a doctor": who is spoken of, and perhaps does not exist.
function isPromised(
  { isAfterColon, isName, precededBy, preposition, sentence, followedBy }: NounPhrase,
  before: NounPhrase | undefined,
): boolean {
  if (isName || isAfterColon || preposition !== undefined || /^(?:to|dead)\b/.test(followedBy)) return false
  const isSecond = precededBy === '' && before?.sentence === sentence && before.followedBy === '' && !before.hasComma
  return isSaid('thing.wanted', isSecond ? before.precededBy : precededBy)
}

/** "I want to find my sister", "he must cross the river to find his father"; not "she looks for a husband". */
export function isSoughtPerson({ precededBy, determiner, followedBy }: NounPhrase, kind: string): boolean {
  if ((kind !== 'person' && kind !== 'animal') || /^an?$/i.test(determiner) || isSaid('killing', followedBy))
    return false
  return ['sought', 'found', 'searched'].some((pattern) => isSaid(pattern, precededBy))
}

/**
 * How a person or an animal is not in the first place: they do not answer, or have gone off with something. In the first person a thief of
 * whom nothing else is known is gone as well.
 */
export function awayOf(
  { determiner, precededBy }: NounPhrase,
  { after, isFirstPerson }: { after: string; isFirstPerson: boolean },
): Partial<Named> | undefined {
  if (isSaid('unanswering', after) || isSaid('carryingOff', after)) return {}
  // "She will free my sister": the sister is in her power, and elsewhere.
  if (/(?:will|['’]ll|would) (?:free|release|give back)$/.test(precededBy) && !/\b(?:i|we|you)\b/.test(precededBy))
    return {}
  return isFirstPerson && /^an?$/.test(determiner) && isSaid('stealingHere', after) ? {} : undefined
}

/** Whether a thing is only spoken of: "owes him forty coins", "three feathers from the queen's hat", "won at cards". */
export function isOnlyNamed(
  { preposition, precededBy, sentence, text, determiner, head }: NounPhrase,
  before: NounPhrase | undefined,
): boolean {
  if (preposition === 'from') return /['’]s? /.test(text)
  if (preposition === 'at') return determiner === '' && isWord('portable', head)
  if (preposition !== undefined) return false
  return (
    isSaid('owing', precededBy) ||
    (before?.sentence === sentence && precededBy === '' && isSaid('owing', before.precededBy))
  )
}
