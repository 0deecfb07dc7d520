import { fillSentence } from '@narratoria/content'
import { articleFor, type Genre, type GenrePerson, type GenrePlace, premiseContent } from '@narratoria/content/premises'
import type { Named, Premise } from './read-premise.ts'

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
  /** The person of the premise who is gone, and is behind the locked door. */
  lost?: Named
  /** Chooses one of several texts; the same seed chooses the same. A text of a key is repeated only after the others. */
  choose: (key: string) => string
}

/** At most so many people and things of a premise become part of the world; the others remain in its opening. */
const mostPeople = 4

/** Completes what a premise names by what its genre brings along. */
export function furnish(premise: Premise, random: () => number): Furniture {
  const genre = withoutClash(premiseContent.genres[premise.genre]!, premise)
  const left = new Map<string, string[]>()
  const choose = (key: string) => {
    const rest = left.get(key) ?? []
    if (rest.length === 0) rest.push(...shuffled([premiseContent.phrases[key] ?? key].flat(), random))
    left.set(key, rest)
    return rest.pop()!
  }
  const own = premise.places.slice(0, 2).map((place) => placeOf(place, choose))
  const vault = premise.locked ? lockedPlaceOf(premise.locked, choose) : genre.places.at(-1)!
  const others = genre.places
    .slice(0, -1)
    .filter(({ name }) => ![...own, vault].some((each) => each.name.endsWith(name)))
  const [start, near, far, desk] = [...own, ...shuffled(others, random)] as [
    GenrePlace,
    GenrePlace,
    GenrePlace,
    GenrePlace,
  ]
  const lost = premise.absent.find(
    ({ isMissing, isDead, isPlural, isAnimal }) => isMissing && !isDead && !isPlural && !isAnimal,
  )
  const culprit = culpritOf(premise, random)
  const named = premise.people.filter((person) => person !== culprit).slice(0, mostPeople)
  // Who is named together is together; else they are in several places.
  const isTogether = premise.places.length > 0
  const where = isTogether
    ? (['start', 'start', 'start', 'near'] as const)
    : (['start', 'start', 'far', 'near'] as const)
  const people: Furniture['people'] = named.map((person, index) => ({ ...person, at: where[index]! }))
  if (!people.some(({ isAnimal }) => isAnimal !== true))
    people.push({ ...helperOf(genre), at: people.length > 0 ? 'near' : 'start' })
  return {
    premise,
    genre,
    places: { start, near, far, desk, vault },
    people,
    ...(culprit && { culprit }),
    ...(lost && { lost }),
    choose,
  }
}

/** Who locked, hid or took something, as the premise says; else, of several people, at times the one who is named last. */
function culpritOf({ people, culprit }: Premise, random: () => number): Named | undefined {
  const isAlone = random() < 0.3
  if (culprit) return people.includes(culprit) && !culprit.isAnimal && !culprit.isPlural ? culprit : undefined
  const able = people.filter(({ isAnimal, isPlural }) => !isAnimal && !isPlural)
  return able.length > 1 && !isAlone ? able.at(-1) : undefined
}

function lockedPlaceOf({ name }: Named, choose: (key: string) => string): GenrePlace {
  const open = name.replace(/^(?:locked|sealed|barred|bolted) /, '')
  return { name: open, description: fillSentence(choose('placeLocked'), { place: withThe(open) }) }
}

/** The parts of another genre stand in for those that are called like something of the premise. */
function withoutClash(genre: Genre, { things, people }: Premise): Genre {
  const spare = premiseContent.genres['modern']!
  const free = { ...genre }
  for (const part of ['token', 'box', 'key'] as const)
    if (things.some(({ name }) => isAlike(name, genre[part].name))) free[part] = spare[part]
  for (const part of ['keeper', 'helper'] as const)
    if (people.some(({ name, role = '' }) => isAlike(name, genre[part].name) || isAlike(role, genre[part].name)))
      free[part] = spare[part]
  return free
}

function isAlike(one: string, other: string): boolean {
  const last = (name: string) => name.toLowerCase().split(' ').at(-1)
  return last(one) === last(other)
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((each) => ({ each, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)
}

function helperOf({ helper }: Genre): Omit<Furniture['people'][number], 'at'> {
  return { name: helper.name, aliases: [helper.name.split(' ').at(-1)!], pronoun: helper.pronoun, genrePerson: helper }
}

function placeOf({ name, isPlural }: Named, choose: (key: string) => string): GenrePlace {
  return {
    name,
    description: fillSentence(choose(isPlural ? 'placePlural' : 'place'), { place: withThe(name) }),
    sound: choose('placeSound'),
  }
}

/** A name in running text: proper names have no article. */
export function withThe(name: string): string {
  return /^\p{Lu}|^(?:the|your|my) /u.test(name) ? name : `the ${name}`
}

export function withA(name: string): string {
  if (/^\p{Lu}|^(?:the|your|my) /u.test(name)) return name
  return `${articleFor(name)} ${name}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
