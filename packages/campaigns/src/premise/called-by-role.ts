import type { Person, World } from '@narratoria/world'
import type { Named, Premise } from './premise.ts'

/** Lets the player call people by what they are, if only one of them is it: "her apprentice Jonas" is also "the apprentice". */
export function calledByRole<T extends Pick<World, 'people'>>(world: T, { people, absent }: Premise): T {
  const isOther = (person: Named, word: string) =>
    [...people, ...absent].some((each) => each.name !== person.name && wordsFor(each).includes(word)) ||
    Object.values(world.people).some((each) => each.name !== person.name && wordsFor(each).includes(word))
  const called = (person: Person): Person => {
    const named = people.find(({ name }) => name === person.name)
    if (named === undefined) return person
    const known = [person.name, ...(person.aliases ?? [])]
    const more = rolesOf(named).filter((each) => !known.includes(each) && !isOther(named, each))
    return more.length === 0 ? person : { ...person, aliases: [...(person.aliases ?? []), ...more] }
  }
  return { ...world, people: Object.fromEntries(Object.entries(world.people).map(([id, each]) => [id, called(each)])) }
}

/** A role without its article, and its last noun: `nervous conductor`, `conductor`. */
function rolesOf({ role }: Pick<Named, 'role'>): string[] {
  if (role === undefined) return []
  const own = role.replace(/^(?:the|an?|my|your|his|her|their) /iu, '').toLowerCase()
  return [...new Set([own, own.split(' ').at(-1)!])]
}

function wordsFor({ name, aliases = [], role }: { name: string; aliases?: string[]; role?: string }): string[] {
  return [name, ...aliases, ...rolesOf(role === undefined ? {} : { role })].map((each) => each.toLowerCase())
}
