import { fillSentence } from '@narratoria/content'
import { articleFor, type Genre, type GenrePerson, type GenrePlace, premiseContent } from '@narratoria/content/premises'
import { seededRandom } from '../play/seeded-random.ts'
import { chooserOf, shuffled } from './chooser.ts'
import { lostIn } from './choose-plot.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { isSaid } from './conditions.ts'
import { surroundingsOf } from './genre.ts'
import { type Knowledge, knowledgeOf } from './known.ts'
import type { Named, Premise } from './premise.ts'
import { recalledOf } from './recalled-of.ts'
import { isPluralName } from './words.ts'

/** What a story is made of: parts of the premise, completed by its genre. */
export interface Furniture {
  premise: Premise
  genre: Genre
  /** Where the story begins, two more places, where the keeper is, and the locked one. */
  places: { start: GenrePlace; near: GenrePlace; far: GenrePlace; desk: GenrePlace; vault: GenrePlace }
  /** Who is present, by where. The first who can speak receives the proof. */
  people: (Named & { at: 'start' | 'near' | 'far'; genrePerson?: GenrePerson })[]
  /** The one of the premise who keeps the secret, at the start; without one, that of the genre does, at the desk. */
  culprit?: Named
  /** Whether that person locked the player in. */
  isJailed: boolean
  /** The person of the premise who is gone, and is behind the locked door. */
  lost?: Named
  /** Chooses one of several texts; the same seed chooses the same. A text of a key is repeated only after the others. */
  choose: (key: string) => string
  /** What the premise says of one of its things, as a clause to the player. */
  recall: (named: Named) => string | undefined
  random: () => number
}

/** At most so many people and things of a premise become part of the world; the others remain in its opening. */
const mostPeople = 4

/** Why a person hides something: what changes in the sentences of a plot, by the end of their keys. */
const variants = ['', '.promise', '.mistake', '.bargain']

/** At most so many places of a premise can be walked to. */
const mostPlaces = 3

/** Completes what a premise names by what its genre brings along. Plain places say nothing of a secret. */
export function furnish(given: Premise, random: () => number, { isPlain = false } = {}): Furniture {
  // A door that the premise names is the one that the secret is behind.
  const ownDoor = isPlain || given.locked ? undefined : given.things.find(({ name }) => /\bdoor$/.test(name))
  const premise = ownDoor ? { ...given, things: given.things.filter((each) => each !== ownDoor) } : given
  const genre = withoutClash(genreAround(premise), premise)
  // Who is where does not depend on how many texts there are.
  const chooseText = chooserOf(seededRandom(Math.floor(random() * 2 ** 31)))
  const [variant] =
    isPlain || premise.question !== undefined || lostIn(premise) !== undefined ? [''] : shuffled(variants, random)
  const choose = (asked: string) => {
    if (asked === 'doorName' && ownDoor) return ownDoor.name
    return chooseText(premiseContent.phrases[`${asked}${variant}`] === undefined ? asked : `${asked}${variant}`)
  }
  const work = premise.tradePlace ? [premise.tradePlace] : []
  const own = [...premise.places, ...work]
    .slice(0, mostPlaces)
    .map((place) => placeOf(place, { choose, genre, premise }))
  const vault = premise.locked ? lockedPlaceOf(premise.locked, choose) : genre.places.at(-1)!
  const others = genre.places
    .slice(0, -1)
    .filter(({ name }) => ![...own, vault].some((each) => each.name.endsWith(name)))
  // Without a place of the premise it begins in the place of its setting.
  const first = own.length > 0 ? own : [placeOf({ ...genre.start, aliases: [] }, { choose, genre, premise })]
  const around = shuffled(others, random)
  // A room that can be shut and be dark comes first.
  const room = around.find(({ name }) => isSaid('enclosed', name))
  const rooms = [...(room ? [room] : []), ...around.filter((each) => each !== room)]
  const [start, near, far, desk] = [...first, ...rooms] as [GenrePlace, GenrePlace, GenrePlace, GenrePlace]
  const lost = lostIn(premise)
  const clauses = clausesOf(premise)
  const jailer = premise.isConfined ? jailerOf(premise, clauses) : undefined
  const culprit = jailer ?? culpritOf(premise, clauses)
  const named = premise.people.filter((person) => person !== culprit).slice(0, mostPeople)
  // Who is named together is together; else they are in several places.
  const isTogether = premise.places.length > 0
  const where = isTogether
    ? (['start', 'start', 'start', 'near'] as const)
    : (['start', 'start', 'far', 'near'] as const)
  const people: Furniture['people'] = named.map((person, index) => ({
    ...person,
    at: ownPlaceOf(person, premise) ?? where[index]!,
  }))
  if (!people.some((person) => isTalking(person)))
    people.push({ ...helperOf(genre), at: people.length > 0 ? 'near' : 'start' })
  return {
    premise,
    genre,
    places: { start, near, far, desk, vault },
    people,
    ...(culprit && { culprit }),
    isJailed: jailer !== undefined,
    ...(lost && { lost }),
    choose,
    recall: recaller(premise),
    random,
  }
}

function recaller(premise: Premise): Furniture['recall'] {
  let known: Knowledge | undefined
  return (named) => recalledOf(named, (known ??= knowledgeOf(premise)))
}

/** Where a person is who is at another place than the first: "the troll sits at the ferry". Not "opened the tomb". */
export function ownPlaceOf(
  { sentence, preposition }: Named,
  { places }: Premise,
): 'start' | 'near' | 'far' | undefined {
  const at = places.findIndex(
    (place) => place.sentence === sentence && (preposition === 'by' || isSaid('inside', place.preposition ?? '')),
  )
  return places.length < 2 || at < 0 ? undefined : (['start', 'near', 'far'] as const)[at]
}

/** The person who locked, hid or took something, if the premise names one; else a suspect of it, but never a friend of the player. */
function culpritOf(premise: Premise, clauses: readonly Clause[]): Named | undefined {
  const { people, culprit } = premise
  if (culprit) return people.includes(culprit) && isTalking(culprit) && !culprit.isPlural ? culprit : undefined
  const isFriend = (person: Named) =>
    clauses.some(({ about, text }) => about.includes(person) && isSaid('trusted', text))
  const able = people.filter((person) => isTalking(person) && !person.isPlural)
  // The subject of the premise did not hide it.
  const free = able.filter((person) => !isFriend(person) && person !== premise.subject)
  // The first person of a suspicious clause is the suspect.
  const doubtful = free.find((person) =>
    clauses.some(
      ({ text, about }) => about.find((each) => able.includes(each)) === person && isSaid('suspicious', text),
    ),
  )
  return able.length < 2 ? undefined : doubtful
}

/** Who locked the player in. */
function jailerOf({ people }: Premise, clauses: readonly Clause[]): Named | undefined {
  const subject = clauses.find((clause) => clause.subject && isSaid('jailing', clause.text))?.subject
  return people.find((person) => person === subject && isTalking(person) && !person.isPlural)
}

/** Whether a person is there and can answer when the story begins. */
export function isTalking({ isAnimal, isAsleep, isDue }: Named): boolean {
  return isAnimal !== true && isAsleep !== true && isDue !== true
}

function lockedPlaceOf({ name }: Named, choose: (key: string) => string): GenrePlace {
  const open = name.replace(/^(?:locked|sealed|barred|bolted) /, '')
  return { name: open, description: fillSentence(choose('placeLocked'), { place: withThe(open) }) }
}

/** The genre of a premise. One of a plot has plain rooms that fit the place where the story begins. */
function genreAround({ genre, places: [first], tradePlace }: Premise): Genre {
  const own = premiseContent.genres[genre]!
  const place = first ?? tradePlace
  if (own.isPlot !== true || place === undefined) return own
  const { places, setting } = premiseContent.genres[surroundingsOf(place)]!
  return { ...own, places, setting }
}

/** The parts of another genre stand in for those that are called like something of the premise. */
function withoutClash(genre: Genre, { things, people: present, absent }: Premise): Genre {
  const people = [...present, ...absent]
  const spare = premiseContent.genres['modern']!
  const free = { ...genre }
  for (const part of ['token', 'box', 'key'] as const)
    if (things.some(({ name }) => isAlike(name, genre[part].name))) free[part] = spare[part]
  // Another key would do for neither lock.
  if (things.some(({ name }) => isAlike(name, spare.key.name)))
    free.key = {
      name: String(premiseContent.phrases['keyElse']),
      description: String(premiseContent.phrases['keyElseLook']),
    }
  for (const part of ['keeper', 'helper'] as const)
    free[part] =
      [genre, spare, ...Object.values(premiseContent.genres)].find(
        (each) =>
          !people.some(({ name, role = '' }) => isAlike(name, each[part].name) || isAlike(role, each[part].name)),
      )?.[part] ?? genre[part]
  return free
}

function isAlike(one: string, other: string): boolean {
  const last = (name: string) => name.toLowerCase().split(' ').at(-1)
  return last(one) === last(other)
}

function helperOf({ helper }: Genre): Omit<Furniture['people'][number], 'at'> {
  return { name: helper.name, aliases: [helper.name.split(' ').at(-1)!], pronoun: helper.pronoun, genrePerson: helper }
}

// What a place is called says what is in it, as long as the premise says nothing else: a kitchen looks like one.
function placeOf(
  { name, aliases, isPlural }: Named,
  { choose, genre, premise }: { choose: (key: string) => string; genre: Genre; premise: Premise },
): GenrePlace {
  const named = fillSentence(choose(isPlural ? 'placePlural' : 'place'), { place: withThe(name) })
  const known = [genre, ...Object.values(premiseContent.genres)]
    .flatMap(({ start, places }) => [start, ...places])
    .find((place) => place.name === name.toLowerCase())
  const said = `${known?.description ?? ''} ${Object.keys(known?.scenery ?? {}).join(' ')}`.toLowerCase()
  const isClear =
    known !== undefined &&
    !isSaid('changedPlace', premise.text) &&
    !premise.things.some(({ aliases: words, name: thing }) => [thing, ...words].some((word) => said.includes(word)))
  return {
    name,
    aliases,
    description: isClear ? `${named} ${known.description}` : named,
    scenery: isClear ? (known.scenery ?? {}) : plainSceneryOf(name),
  }
}

// What every place has, so that there is something to look at.
function plainSceneryOf(name: string): Record<string, string> {
  const key = isSaid('outdoors', name) ? 'ground' : 'walls'
  return { [key]: String(premiseContent.phrases[`scenery.${key}`]) }
}

/** A name in running text: proper names have no article. */
export function withThe(name: string): string {
  return /^\p{Lu}|^(?:the|your|my|half an?) /u.test(name) ? name : `the ${name}`
}

export function withA(name: string): string {
  if (/^\p{Lu}|^(?:the|your|my|half an?) /u.test(name)) return name
  if (isPluralName(name)) return `${String(premiseContent.phrases['some'])} ${name}`
  return `${articleFor(name)} ${name}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
