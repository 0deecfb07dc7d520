import { isPlayable } from '../cast-player.ts'
import { isSaid } from '../conditions.ts'
import { escaped } from '../mention.ts'
import { type Mention, mentionsIn } from '../mentions.ts'
import type { Named, Premise } from '../premise.ts'
import { isClause, type MainClause } from '../main-clauses.ts'

/** Whom the player plays, if the premise leaves no doubt: the first who does something now, or who has something to do. */
export function isSurelyPlayed(
  player: Named,
  { premise, clauses }: { premise: Premise; clauses: readonly MainClause[] },
): boolean {
  const first = clauses.find(({ tense, isOpen }) => tense !== 'unclear' && !isOpen)
  const isFirst = first?.isOfPlayer === true && first.subjects.length === 0 && isSituated(first)
  // "The troll waits" may be about anyone.
  const isHero =
    /^\p{Lu}/u.test(player.name) ||
    new RegExp(`\\ban? (?:\\S+ ){0,3}${escaped(player.name)}\\b`, 'iu').test(premise.text)
  const hasTask = clauses.some(
    ({ isOfPlayer, isOpen, predicate, subjects }) =>
      isOfPlayer && !isOpen && subjects.length === 0 && isSaid('stated.task', predicate),
  )
  return player.isPlural !== true && ((isFirst && isHero) || hasTask)
}

/** Whether a clause says what is so here and now. */
function isNow({ tense, isOpen, text }: MainClause): boolean {
  return tense === 'present' && !isOpen && !isSaid('stated.habit', text)
}

/** Whether what a clause says can only be where it is said of: not that a person owns or wants something. */
function isSituated(clause: MainClause): boolean {
  return isNow(clause) && !isSaid('stated.anywhere', clause.predicate)
}

/** The place that the premise says it happens in; `undefined` if it names several, or none without doubt. */
export function startOf(premise: Premise, clauses: readonly MainClause[]): Named | undefined {
  const vessels = premise.regions.filter(({ name }) => /^the \p{Lu}/u.test(name))
  const places = [...premise.places, ...(premise.locked ? [premise.locked] : []), ...vessels]
  const found = clauses.flatMap((clause, at) => {
    const worth = worthOf(clause, premise)
    const before = clauses.slice(0, at).flatMap(({ subjects }) => subjects)
    const meant = isSaid('stated.inIt', clause.text) ? before.findLast((each) => places.includes(each)) : undefined
    // "We are trapped in a cable car": what is a thing elsewhere is a place.
    const cases = premise.things.filter((thing) => clause.isOfPlayer && !thing.isPortable && isInside(clause, thing))
    const all = [...placedIn(clause, places, premise), ...(meant ? [meant] : []), ...cases]
    return worth === 0 ? [] : all.map((place) => ({ place, worth }))
  })
  const most = Math.max(...found.map(({ worth }) => worth))
  const best = [...new Set(found.filter(({ worth }) => worth === most).map(({ place }) => place))]
  return best.length === 1 && best[0]!.isPlural !== true ? best[0] : undefined
}

// The player's own place comes before that of others, and that of people before that of things.
function worthOf(clause: MainClause, { people }: Premise): number {
  if (isFragment(clause)) return 2
  // "Hears a voice in the hive": the voice is there.
  if (!isSituated(clause) || isSaid('stated.perceiving', clause.predicate) || isSaid('stated.elsewhere', clause.text))
    return 0
  if (clause.isOfPlayer || isSaid('stated.withPlayer', clause.text)) return 3
  return clause.subjects.some((each) => people.includes(each)) ? 2 : 1
}

// "A lighthouse in a winter storm."
function isFragment({ text, isOpen }: MainClause): boolean {
  return !isOpen && !isClause(text)
}

function isInside({ text, predicate }: MainClause, thing: Named): boolean {
  const [mention] = mentionsIn(text, [thing])
  return (
    mention !== undefined &&
    isSaid('stated.shutIn', predicate) &&
    /\b(?:in|inside|aboard)\s$/u.test(text.slice(0, mention.start))
  )
}

function placedIn(clause: MainClause, places: readonly Named[], premise: Premise): Named[] {
  const { text } = clause
  const verb = clause.predicate === '' ? 0 : text.indexOf(clause.predicate.split(' ')[0]!)
  const people = [...premise.people, ...premise.absent]
  return mentionsIn(text, places)
    .filter((mention) => {
      const before = text.slice(0, mention.start)
      if (isFragment(clause)) return isSaid('stated.in', before) || before.trim() === ''
      if (!isSaid('stated.in', before)) return false
      const isFronted = /^\P{L}*\p{L}+ $/u.test(before)
      return isFronted || (mention.start > verb && !isOfPerson(text.slice(verb, mention.start), people))
    })
    .map(({ named }) => named)
}

// "A photograph of her father in the garden": he is there, not it.
function isOfPerson(text: string, people: readonly Named[]): boolean {
  return mentionsIn(text, people).some(({ start }) => /\b(?:of|from|about|for|to)\s$/u.test(text.slice(0, start)))
}

/** The people and animals of a premise who are surely there when the story begins. */
export function presentIn(premise: Premise, clauses: readonly MainClause[], start: Named | undefined): Named[] {
  const places = [...premise.places, ...premise.regions, ...(premise.locked ? [premise.locked] : [])]
  return premise.people.filter((person) => {
    if (person.isDue || person.isMissing || person.isDead || person.isAway) return false
    if (isAddressed(person, premise)) return false
    const own = clauses.filter(({ subjects, companions }) => subjects.includes(person) || companions.includes(person))
    const isElsewhere = own.some((clause) => isAtOther(clause, { places, start }))
    return !isElsewhere && own.some((clause) => isWithPlayer(clause, person) || isSituated(clause))
  })
}

// Whom a letter is to.
function isAddressed({ name }: Named, { text }: Premise): boolean {
  return Array.from(text.matchAll(new RegExp(escaped(name), 'gu'))).some(({ index }) =>
    isSaid('stated.vocative', text.slice(0, index)),
  )
}

function isWithPlayer(clause: MainClause, person: Named): boolean {
  const isBeside = clause.companions.includes(person) && clause.isOfPlayer
  return isNow(clause) && (isBeside || (clause.subjects.includes(person) && isSaid('stated.withPlayer', clause.text)))
}

/** Whether a clause is set elsewhere: "is outside", "sits in the tower", if the story does not begin there. */
function isAtOther(
  { text, tense, predicate }: MainClause,
  { places, start }: { places: readonly Named[]; start: Named | undefined },
): boolean {
  if (tense === 'later' || isSaid('stated.elsewhere', text) || isSaid('stated.at', predicate)) return true
  // "The soldiers are at the gate", where the story begins in the laundry.
  const isThere = start !== undefined && mentionsIn(text, [start]).length > 0
  if (start !== undefined && !isThere && isSaid('stated.placed', predicate)) return true
  const isPlaced = ({ start: at }: Mention) => isSaid('stated.where', text.slice(0, at))
  return mentionsIn(text, places).some((mention) => mention.named !== start && isPlaced(mention))
}

/** The people whom the player can look for: of whom the premise does not say that they are elsewhere, if it does not say where it happens either. */
export function reachableIn(premise: Premise, clauses: readonly MainClause[], start: Named | undefined): Named[] {
  if (start !== undefined || premise.isConfined === true) return []
  const places = [...premise.places, ...premise.regions, ...(premise.locked ? [premise.locked] : [])]
  const present = presentIn(premise, clauses, start)
  return premise.people.filter((person) => {
    const own = clauses.filter(
      ({ text, subjects }) => subjects.includes(person) || mentionsIn(text, [person]).length > 0,
    )
    const isElsewhere = own.some((clause) => isAtOther(clause, { places, start }))
    return isPlayable(person) && !present.includes(person) && !isElsewhere && !isAddressed(person, premise)
  })
}

/** What the premise says of a thing that is surely there. */
export interface ThingHere {
  thing: Named
  /** `held` by the player, lying `free`, or not to be taken. */
  as: 'held' | 'free' | 'fixed'
}

/** The things of a premise that are surely there: those of what happens now, and nowhere else. */
export function thingsHere(premise: Premise, clauses: readonly MainClause[], start: Named | undefined): ThingHere[] {
  const places = [...premise.places, ...premise.regions, ...(premise.locked ? [premise.locked] : [])]
  return premise.things.flatMap((thing): ThingHere[] => {
    if (thing.isMissing === true || thing.fate !== undefined) return []
    const own = clauses.flatMap((clause) => {
      const [mention] = mentionsIn(clause.text, [thing])
      return mention ? [{ clause, before: clause.text.slice(0, mention.start) }] : []
    })
    if (own.some(({ clause, before }) => isAtOther(clause, { places, start }) || isSaid('stated.none', before)))
      return []
    const here = own.filter(
      ({ clause, before }) =>
        isNow(clause) && !isSaid('stated.wanting', clause.predicate) && !isSaid('stated.reported', before),
    )
    if (here.length === 0) return []
    const isHeld = here.some(({ clause }) => clause.isOfPlayer && isSaid('stated.having', clause.predicate))
    if (isHeld && isCarriable(thing)) return [{ thing, as: 'held' }]
    const isFree = here.some(
      ({ clause }) => clause.subjects.includes(thing) && isSaid('stated.lying', clause.predicate),
    )
    return [{ thing, as: isFree && isCarriable(thing) && own.length === 1 ? 'free' : 'fixed' }]
  })
}

// What is someone's is not free, nor what holds something else.
function isCarriable({ name, isPortable, heldBy, isCase, isHidingPlace, inside }: Named): boolean {
  return (
    isPortable === true &&
    heldBy === undefined &&
    isCase !== true &&
    isHidingPlace !== true &&
    inside === undefined &&
    !/['’]s? /u.test(name)
  )
}
