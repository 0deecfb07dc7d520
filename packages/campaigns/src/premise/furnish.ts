import { fillSentence } from '@narratoria/content'
import { type Genre, type GenrePerson, type GenrePlace, premiseContent } from '@narratoria/content/premises'
import type { Named, Premise } from './read-premise.ts'

/** What a story is made of: parts of the premise, completed by its genre. */
export interface Furniture {
  premise: Premise
  genre: Genre
  /** Where the story begins, two more places, where the keeper is, and the locked one. */
  places: { start: GenrePlace; near: GenrePlace; far: GenrePlace; desk: GenrePlace; vault: GenrePlace }
  /** Who is present, by where. The first who can speak receives the proof. */
  people: (Named & { at: 'start' | 'near' | 'far'; genrePerson?: GenrePerson })[]
  /** Chooses one of several texts; the same seed chooses the same. */
  choose: (key: string) => string
}

/** At most so many people and things of a premise become part of the world; the others remain in its opening. */
const mostPeople = 4

/** Completes what a premise names by what its genre brings along. */
export function furnish(premise: Premise, random: () => number): Furniture {
  const genre = premiseContent.genres[premise.genre]!
  const chooseOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const choose = (key: string) => chooseOf([premiseContent.phrases[key] ?? key].flat())
  const descriptions = shuffled([premiseContent.phrases['place'] ?? ''].flat(), random)
  const own = premise.places.slice(0, 2).map((place, index) => placeOf(place, descriptions[index]!, choose))
  const vault = genre.places.at(-1)!
  const others = genre.places.slice(0, -1).filter(({ name }) => !own.some((each) => each.name.endsWith(name)))
  const [start, near, far, desk] = [...own, ...shuffled(others, random)] as [
    GenrePlace,
    GenrePlace,
    GenrePlace,
    GenrePlace,
  ]
  const named = premise.people.slice(0, mostPeople)
  const where = ['start', 'near', 'far', 'start'] as const
  const people: Furniture['people'] = named.map((person, index) => ({ ...person, at: where[index]! }))
  if (!people.some(({ isAnimal }) => isAnimal !== true))
    people.push({ ...helperOf(genre), at: people.length > 0 ? 'near' : 'start' })
  return { premise, genre, places: { start, near, far, desk, vault }, people, choose }
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

function placeOf({ name }: Named, description: string, choose: (key: string) => string): GenrePlace {
  return {
    name,
    description: fillSentence(description, { place: withThe(name) }),
    sound: choose('placeSound'),
  }
}

/** A name in running text: proper names have no article. */
export function withThe(name: string): string {
  return /^\p{Lu}|^(?:the|your|my) /u.test(name) ? name : `the ${name}`
}

export function withA(name: string): string {
  if (/^\p{Lu}|^(?:the|your|my) /u.test(name)) return name
  return `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name}`
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
