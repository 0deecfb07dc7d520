import { isSaid } from './conditions.ts'
import { isGone } from './named-by.ts'
import type { NounPhrase } from './noun-phrases.ts'

/** Whether a person is gone, or the source of something that is here: "a letter from the killer", "her late husband". */
export function isAbsent(phrase: NounPhrase): boolean {
  // "Leads us to bandits": the bandits are not present.
  if (phrase.isPlural && phrase.determiner === '' && /^(?:to|for|against)$/.test(phrase.preposition ?? '')) return true
  if (isSaid('recipient', phrase.precededBy)) return true
  return isGone(phrase) || (phrase.preposition !== undefined && /^(?:from|about|of|after)$/.test(phrase.preposition))
}

/** "I want to find my sister", "he must cross the river to find his father"; not "she looks for a husband". */
export function isSoughtPerson({ precededBy, determiner, followedBy }: NounPhrase, kind: string): boolean {
  if ((kind !== 'person' && kind !== 'animal') || /^an?$/i.test(determiner) || isSaid('killing', followedBy))
    return false
  return ['sought', 'found', 'searched'].some((pattern) => isSaid(pattern, precededBy))
}
