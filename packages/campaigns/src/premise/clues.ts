import { isSaid, patternOf } from './conditions.ts'
import type { NounPhrase } from './noun-phrases.ts'
import { isWord } from './words.ts'

/** Something that can be looked at where a premise says that it is: blood on the piano keys. */
export interface Trace {
  /** `blood` */
  name: string
  /** `the piano keys` */
  where: string
}

/** The traces that a premise names, such as blood, with what they are on. */
export function tracesIn(text: string): Trace[] {
  const traces = new RegExp(patternOf('trace').source, 'giu')
  return Array.from(text.matchAll(traces), ([, name = '', where = '']) => ({ name: name.toLowerCase(), where }))
    .filter(({ name }) => isWord('trace', name))
    .map(({ name, where }) => ({ name, where: where.replace(/^(?:[Mm]y)\b/, 'your').replace(/^The\b/, 'the') }))
}

/** Whether a place is locked: "has locked the wine cellar", "the sealed vault", "keeps the attic locked". */
export function isLockedPlace({ text, followedBy, precededBy }: NounPhrase): boolean {
  return isSaid('locked', withoutHead(text)) || isSaid('isLocked', followedBy) || isSaid('locking', precededBy)
}

/** Whether the words say that what follows was taken or hidden: "They stole my violin", "Pim has hidden the bells". */
export function isTaking(words: string): boolean {
  return isSaid('taking', words)
}

/** Whether the words say that the person or animal that follows was killed: "They have poisoned the prize pig". */
export function isKilling(words: string): boolean {
  return isSaid('killed', words)
}

/** Whether who killed whom a phrase names is said, so that it is not a riddle: "the king, who murdered her mother", "Crane shot my brother". */
export function isKillerKnown({ precededBy, sentence }: NounPhrase, before: NounPhrase | undefined): boolean {
  if (before?.sentence !== sentence || !isKilling(precededBy)) return false
  const isSubject = before.isName && before.preposition === undefined && /^(?:has |have |had )?\w+$/.test(precededBy)
  return isSubject || /^(?:who|that) /.test(precededBy)
}

/** Whether who comes before the words has shut away or taken what follows. */
export function isHiding(words: string): boolean {
  return isSaid('locking', words) || isSaid('stealing', words)
}

/** Whether a person was not seen again: "has not been seen since supper", "never came back". */
export function isUnseen(followedBy: string): boolean {
  return isSaid('unseen', followedBy)
}

/** Whether what is said of a person means that they are dead. */
export function isDead({ text, role = '', followedBy }: NounPhrase): boolean {
  // "Is two days late" means late, and "her late husband" dead. "The king is to be murdered at the feast."
  if (isSaid('notYet', followedBy) || isSaid('killer', followedBy)) return false
  return isSaid('dead', `${withoutHead(text)} ${role} ${withoutDelay(followedBy)}`)
}

/** What is said of a person without how late they are: "is two days late" does not mean that they are dead. */
export function withoutDelay(followedBy: string): string {
  return isSaid('delayed', followedBy) ? followedBy.replace(/\b(?:over)?(?:late|due)\b/iu, '') : followedBy
}

// The words of a phrase in front of the last one.
function withoutHead(text: string): string {
  return text.split(' ').slice(0, -1).join(' ')
}
