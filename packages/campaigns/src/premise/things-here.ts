import { isSaid } from './conditions.ts'
import { kindOf } from './kind-of.ts'
import { nounKindOf } from './noun-kinds.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'
import { isWord } from './words.ts'

/**
 * Whether a thing is only spoken of: given away, wanted back, not made yet, forgotten, named in a condition, or no more than what another
 * thing is for or without.
 */
export function isOnlySpokenOf(phrase: NounPhrase, earlier: readonly NounPhrase[]): boolean {
  const { determiner, head, precededBy, preposition, followedBy, sentence } = phrase
  if (isSaid('thing.aside', preposition ?? '') || isSaid('thing.supposed', precededBy)) return true
  const before = earlier.at(-1)
  if (before?.sentence === sentence && (isGarment(phrase, before) || isTopic(phrase, before))) return true
  if (isWord('readable', head) && isSaid('thing.heard', precededBy)) return true
  // "His contains a bomb", "can't play a note", "hears boots on the stairs", "he has her canteen".
  if (isSaid('thing.unseen', precededBy) || (/^(?:an?|any)$/.test(determiner) && isSaid('thing.undone', precededBy)))
    return true
  if (isWord('mass', head) && isSaid('thing.burning', followedBy)) return true
  // "Traded her voice to a selkie for a comb."
  const clause = earlier
    .filter((each) => each.sentence === sentence)
    .map((each) => `${each.precededBy} ${each.followedBy}`)
  if (preposition === 'for') return clause.some((words) => isSaid('transfer', words))
  if (preposition !== undefined) return false
  const isWanted = isSaid('thing.wanted', precededBy) && !/^(?:my|our|your)\b/.test(determiner)
  const isAway = ['given', 'unmade', 'forgotten'].some((end) => isSaid(`thing.${end}`, precededBy))
  return isWanted || isAway || isSaid('thing.givenAway', followedBy)
}

// "A man in a grey suit", "is in his coat": what he wears.
function isGarment({ determiner, head, preposition, precededBy }: NounPhrase, before: NounPhrase): boolean {
  if (preposition === 'in' && /^(?:his|her|their)$/.test(determiner) && isSaid('garment', head)) return true
  return (
    preposition === 'in' &&
    precededBy === 'in' &&
    isSaid('garment', head) &&
    /^(?:person|animal)$/.test(kindOf(before) ?? '')
  )
}

// "The vote on the new dam": what it is about.
function isTopic({ head, preposition, precededBy }: NounPhrase, before: NounPhrase): boolean {
  const isAbout = preposition === 'on' && precededBy === 'on' && kindOf(before) === undefined && !before.isName
  return isAbout && nounKindOf(before.head) === 'matter' && !isWord('body', head)
}

/** Leaves out what is in a place other than the first one, or in a vehicle or the like that is not there: "the rings are in the wrong car". */
export function withoutElsewhere(
  { things, matters, places, regions }: Pick<Premise, 'things' | 'matters' | 'places' | 'regions'>,
  phrases: readonly NounPhrase[],
): void {
  const [start] = places
  const isOf = ({ name }: Named, { text }: NounPhrase) =>
    name.toLowerCase().endsWith(text.toLowerCase()) || text.endsWith(name)
  for (const [index, phrase] of phrases.entries()) {
    const next = phrases[index + 1]
    const thing = things.find((each) => each.sentence === phrase.sentence && isOf(each, phrase))
    if (!thing || next?.sentence !== phrase.sentence || next.preposition === undefined) continue
    if (thing.isMissing || thing.isHeld || thing.inside !== undefined || phrase.hasComma) continue
    if (!isSaid('thing.isElsewhere', phrase.followedBy) || !phrase.followedBy.endsWith(next.preposition)) continue
    const isRoom =
      [...places, ...regions].some((place) => place !== start && isOf(place, next)) && !(start && isOf(start, next))
    const vehicle = isSaid('thing.vehicle', next.head) ? things.find((each) => isOf(each, next)) : undefined
    if (!isRoom && !vehicle) continue
    for (const each of [thing, ...(vehicle ? [vehicle] : [])]) matters.push(...things.splice(things.indexOf(each), 1))
  }
}

/** Whether a thing is missing in words that say so of what comes before: "was swapped for a copy", "that cannot be found". */
export function isLost({ followedBy, preposition }: NounPhrase): boolean {
  return preposition === undefined && isSaid('thing.lost', followedBy)
}

/** Whether a thing can't be carried although others like it can: it burns, leaks, or is a part of something. */
export function isFixed({ followedBy, preposition, sentence }: NounPhrase, next: NounPhrase | undefined): boolean {
  if (isSaid('thing.burning', followedBy) || isSaid('thing.fastened', followedBy)) return true
  const isPart = preposition === undefined && next?.preposition === 'of' && next.sentence === sentence
  return isPart && kindOf(next) !== undefined
}

/** The name of the thing that something has been shut in, and whether it is locked: "has locked my phone in his desk". */
export function caseOf(
  phrase: NounPhrase,
  next: NounPhrase | undefined,
): Pick<Named, 'inside' | 'isLockedIn'> | undefined {
  const { precededBy, followedBy, preposition, sentence } = phrase
  if (preposition !== undefined || next?.sentence !== sentence || !isSaid('thing.within', next.preposition ?? ''))
    return undefined
  const isIn = isSaid('thing.isIn', followedBy) && isSaid('thing.case', next.head)
  const isShut = isIn || isSaid('thing.shutting', precededBy) || isSaid('thing.shut', followedBy)
  if (!isShut) return undefined
  return {
    inside: next.text,
    ...(/\b(?:un)?lock|\bchain|\bseal/.test(`${precededBy} ${followedBy}`) && { isLockedIn: true }),
  }
}

/** Puts things into the cases that they are shut in. What is shut in anything else, such as the ground, is only spoken of. */
export function putInCases({ things, matters, places }: Pick<Premise, 'things' | 'matters' | 'places'>): void {
  for (const thing of things.filter(({ inside }) => inside !== undefined)) {
    const inside = thing.inside!
    const isCase = ({ name }: Named) => name === inside || name.endsWith(` ${inside}`)
    const holder = things.find((each) => each !== thing && isCase(each))
    if (!holder || thing.isMissing) {
      delete thing.inside
      if (!holder && !thing.isMissing && !places.some((each) => each.isLocked && isCase(each)))
        matters.push(...things.splice(things.indexOf(thing), 1))
      continue
    }
    thing.inside = holder.name
    thing.isPortable = true
    Object.assign(holder, { isPortable: false, isCase: true, ...(thing.isLockedIn && { isBarred: true }) })
  }
}

/** Who had a thing has it still, wherever they are: "Only Rosalind had the key". */
export function ownerBefore(phrase: NounPhrase, before: NounPhrase | undefined): Pick<Named, 'hadBy'> {
  const isHad = before?.sentence === phrase.sentence && phrase.preposition === undefined
  return isHad && isSaid('thing.had', phrase.precededBy) ? { hadBy: before.text } : {}
}

/** Gives things to those who have them: to the player, or to who is there. What others have is only spoken of. */
export function giveToOwners(found: Pick<Premise, 'things' | 'matters' | 'people' | 'absent' | 'player'>): void {
  const { absent, matters, people, player, things } = found
  for (const thing of things.filter(({ hadBy, heldBy }) => hadBy !== undefined || heldBy !== undefined)) {
    const owner = thing.heldBy ?? thing.hadBy!
    const isOwner = ({ name, isPlural }: Named) => !isPlural && (owner.endsWith(name) || name === `your ${owner}`)
    // "The passport has the wrong photograph": a part of it.
    const isPart = thing.heldBy === undefined && things.some((each) => each !== thing && isOwner(each))
    if (player && isOwner(player)) Object.assign(thing, { isHeld: thing.isPortable === true })
    else if (isPart || absent.some((each) => isOwner(each))) matters.push(...things.splice(things.indexOf(thing), 1))
    else if (thing.isPortable && !thing.isMissing) {
      const holder = people.find((each) => isOwner(each))
      if (holder) thing.heldBy = holder.name
    }
  }
}
