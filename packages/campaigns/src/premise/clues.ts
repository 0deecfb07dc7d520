import { isWord } from './words.ts'
import type { NounPhrase } from './noun-phrases.ts'

/** Something that can be looked at where a premise says that it is: blood on the piano keys. */
export interface Trace {
  /** `blood` */
  name: string
  /** `the piano keys` */
  where: string
}

const on =
  /\b([\p{L}-]+)\s+(?:\w+ly\s+)?(?:is\s+|are\s+|lies\s+|lie\s+)?(?:on|in|under|across|along|beside|around)\s+((?:the|his|her|its|their|my|your)\s+[\p{L}'’ -]+?)(?=[.,;:!?]|\s(?:and|but|when|where|that|which)\s|$)/giu

/** The traces that a premise names, such as blood, with what they are on. */
export function tracesIn(text: string): Trace[] {
  return Array.from(text.matchAll(on), ([, name = '', where = '']) => ({ name: name.toLowerCase(), where }))
    .filter(({ name }) => isWord('trace', name))
    .map(({ name, where }) => ({ name, where: where.replace(/^(?:[Mm]y)\b/, 'your').replace(/^The\b/, 'the') }))
}

const shut = '(?:locked|sealed|barred|bolted)'

/** Whether a place is locked: "has locked the wine cellar", "the sealed vault", "keeps the attic locked". */
export function isLockedPlace({ text, followedBy, precededBy }: NounPhrase): boolean {
  if (new RegExp(`\\b${shut}\\b`).test(text.split(' ').slice(0, -1).join(' '))) return true
  if (new RegExp(`^(?:(?:is|was|has been|stays|stands|remains|kept)\\b.*)?\\b${shut}\\b`).test(followedBy)) return true
  return isLocking(precededBy)
}

function isLocking(words: string): boolean {
  return /\b(?:locked|locks|sealed|seals|barred|bolted|keeps|kept)(?: up)?$/.test(words)
}

/** Whether the words say that what follows was taken or hidden: "They stole my violin", "Pim has hidden the bells". */
export function isTaking(words: string): boolean {
  return /\b(?:stole|stolen|steals|lost|loses|hid|hides|hidden|kidnapped|abducted|search for|seek|seeks)$/.test(words)
}

/** Whether the words say that the person or animal that follows was killed: "They have poisoned the prize pig". */
export function isKilling(words: string): boolean {
  return /\b(?:poisoned|killed|murdered|shot|stabbed|strangled|drowned)$/.test(words)
}

/** Whether who comes before the words has shut away or taken what follows. */
export function isHiding(words: string): boolean {
  return isLocking(words) || /\b(?:stole|stolen|steals|hid|hides|hidden)$/.test(words)
}

/** Whether a person was not seen again: "has not been seen since supper", "never came back". */
export function isUnseen(followedBy: string): boolean {
  return /\b(?:not|never|nobody)\b.*\b(?:seen|heard|returned|back|home|arrived|turned up)\b|\b(?:not|never) (?:came|come|went)$/.test(
    followedBy,
  )
}

/** Whether what is said of a person means that they are dead. */
export function isDead({ text, followedBy }: NounPhrase): boolean {
  return /\b(?:late|dead|deceased|drown\w*|murder\w*|kill\w*|poison\w*|die[ds]?|perish\w*|buried|funeral)\b/.test(
    `${text.split(' ').slice(0, -1).join(' ')} ${followedBy}`.toLowerCase(),
  )
}
