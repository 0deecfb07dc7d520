import { isSaid } from './conditions.ts'
import { kindOf } from './kind-of.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named, Premise } from './premise.ts'

/** "The bell rings from the locked schoolhouse": it is in there. */
export function lockedAway(things: readonly Named[], locked: Named | undefined): Named[] {
  const isThere = ({ sentence, preposition, isMissing, isHeld }: Named) =>
    locked?.preposition !== undefined &&
    /^(?:from|in|inside|within)$/.test(locked.preposition) &&
    sentence === locked.sentence &&
    preposition === undefined &&
    !isMissing &&
    !isHeld
  // "The medicine is locked in the sick bay": not what else its sentence names.
  const last = locked?.isStore === true ? things.findLast((thing) => isThere(thing)) : undefined
  return things.map((thing) => (isThere(thing) && (!last || thing === last) ? { ...thing, isLockedAway: true } : thing))
}

/** Things lie on what their sentence names after "on". */
export function lyingOn(things: readonly Named[]): Named[] {
  return things.map((thing, index) => {
    const holds = (each: Named) => each.preposition === 'on' && !each.isPortable && each.sentence === thing.sentence
    const under = things.slice(index + 1).find(holds) ?? things.slice(0, index).find(holds)
    const lies =
      thing.heldBy === undefined &&
      under !== undefined &&
      thing.isPortable &&
      !thing.isMissing &&
      thing.preposition === undefined
    return lies ? { ...thing, on: under.name } : thing
  })
}

/**
 * The places that can be entered, beginning with the one that people and things are in. What that one is a part of,
 * such as the train of a dining car, is a region.
 */
export function fromInside(
  { places, people, things, regions }: Pick<Premise, 'people' | 'places' | 'regions' | 'things'>,
  phrases: readonly NounPhrase[],
): Named[] {
  const inside = /^(?:in|inside|at|aboard|on|into)$/
  // Where people live need not be where they are.
  const habit = new Set(
    phrases.flatMap(({ followedBy, sentence }) => (/\b(?:lives?|works?)\b/.test(followedBy) ? [sentence] : [])),
  )
  const weight = (place: Named) =>
    !inside.test(place.preposition ?? '') || isDestination(place, phrases)
      ? 0
      : (isOfPlayer(place, phrases) ? 5 : 0) +
        (habit.has(place.sentence ?? -1) ? 0.1 : 2) *
          people.filter(({ sentence }) => sentence === place.sentence).length +
        things.filter(({ sentence, isMissing }) => sentence === place.sentence && !isMissing).length
  const [start] = places
    .filter(({ isPlural }) => !isPlural || places.length === 1)
    .toSorted((a, b) => weight(b) - weight(a))
  if (start === undefined || weight(start) === 0) return places
  const around = places.filter(
    (place, index) =>
      index < places.indexOf(start) &&
      !/^(?:from|to)$/.test(place.preposition ?? '') &&
      // "The ferry is guarded by a troll. The baker waits in her bakery.": two places.
      (place.sentence === start.sentence || place.preposition !== undefined || isSaid('wide', place.name)),
  )
  regions.push(...around)
  return [start, ...places.filter((place) => place !== start && !around.includes(place))]
}

/** "The bridge in the Whispering Wood" is where the wood is. */
export function addSurrounding(
  phrase: NounPhrase,
  before: NounPhrase | undefined,
  { places, regions }: Pick<Premise, 'people' | 'places' | 'regions' | 'things'>,
): void {
  if (!phrase.isName || before?.sentence !== phrase.sentence || !/^(?:in|on|of)$/.test(before.followedBy)) return
  const place = places.find(({ name }) => name === before.text)
  const region = regions.find(({ name }) => name === phrase.text)
  if (place && region) place.aliases = [...new Set([...place.aliases, region.name, ...region.aliases])]
}

/** "The library of Thornby Hall", "a diner on Route 66": the hall is around the library. */
export function isAround(
  { isName, preposition, precededBy, sentence }: NounPhrase,
  before: NounPhrase | undefined,
): boolean {
  if (before?.sentence !== sentence || preposition !== precededBy || kindOf(before) !== 'place') return false
  return preposition === 'of' || (isName && /^(?:on|in|near|outside|off)$/.test(preposition ?? ''))
}

/**
 * Whether a place is only spoken of: wanted or needed, said of in the past, where a person is from, or a boat or the like that leaves at some
 * time.
 */
export function isOnlyNamedPlace(
  { precededBy, followedBy, preposition, head, isName, sentence }: NounPhrase,
  before: NounPhrase | undefined,
): boolean {
  if (isSaid('place.world', head) || isSaid('place.part', head) || isSaid('place.spokenTo', precededBy)) return true
  // "The band is in jail."
  const isOfUnseen =
    before?.sentence === sentence &&
    precededBy === before.followedBy &&
    /^(?:is|are) (?:still |now )?(?:in|at)$/.test(precededBy)
  if (isOfUnseen && !before.isName && kindOf(before) === undefined) return true
  if (preposition === undefined)
    return isSaid('thing.wanted', precededBy) || isSaid('place.was', followedBy) || isSaid('place.leaving', followedBy)
  // "The map to the Isle of Salt".
  if (isName && preposition === 'to' && precededBy === 'to' && before?.sentence === sentence)
    return kindOf(before) === 'thing'
  if (preposition === 'to' && before?.sentence === sentence && isSaid('thing.vehicle', before.head))
    return before.preposition !== undefined
  // "Was left on the tour bus".
  if (before?.sentence === sentence && precededBy === before.followedBy && isSaid('thing.givenAway', precededBy))
    return true
  // "On the other side of the bay", "wants them scattered at the club".
  const isFar =
    preposition === 'of' &&
    before?.sentence === sentence &&
    /^(?:other|far|opposite|wrong) (?:side|bank|end)$/.test(before.text)
  if (isFar || isSaid('place.unreal', precededBy)) return true
  const isOfPerson = preposition === 'from' && precededBy === 'from' && before?.sentence === sentence
  return isOfPerson && kindOf(before) === 'person'
}

/** "The fuel cell is locked in the cargo hold". */
export function isStore({ precededBy }: NounPhrase, before: NounPhrase | undefined): boolean {
  return before !== undefined && kindOf(before) === 'thing' && isSaid('lockedIn', precededBy)
}

// "Get the codebook to Sister Agathe at the convent".
function isDestination(place: Named, phrases: readonly NounPhrase[]): boolean {
  const before = phrases[phrases.findIndex((phrase) => isCalled(phrase, place)) - 1]
  return before?.preposition === 'to' && before.sentence === place.sentence
}

// "I'm a radio operator hiding in an attic": where the player is.
function isOfPlayer(place: Named, phrases: readonly NounPhrase[]): boolean {
  const at = phrases.findIndex((phrase) => isCalled(phrase, place))
  return phrases
    .slice(Math.max(0, at - 1), at + 1)
    .some(
      ({ precededBy, sentence }) =>
        sentence === place.sentence && /\b(?:i|we|you)(?:['’](?:m|re)| am| are| wake| woke)\b/.test(precededBy),
    )
}

function isCalled({ text, sentence }: NounPhrase, place: Named): boolean {
  return sentence === place.sentence && text.toLowerCase().endsWith(place.name.toLowerCase())
}
