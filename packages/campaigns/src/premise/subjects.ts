import type { World } from '@narratoria/world'
import { isSaid } from './conditions.ts'
import type { Named, Premise } from './premise.ts'
import { isWord } from './words.ts'

/** A subject that the player can ask every person about. */
export interface Subject {
  named: Named
  kind: 'person' | 'dead' | 'gone' | 'due' | 'group' | 'thing' | 'missing' | 'place' | 'matter'
}

/** The subjects of a premise and of those whom its genre brings along. */
export function subjectsOf(premise: Premise, world: Pick<World, 'people' | 'things'>): Subject[] {
  const { people, absent, things, places, regions, locked } = premise
  const genre = Object.values(world.people)
    .filter(
      ({ name, aliases = [], topics }) =>
        topics !== undefined && ![...people, ...absent].some((each) => [name, ...aliases].includes(each.name)),
    )
    .map(({ name, aliases = [], pronoun = 'they' }): Named => ({ name, aliases, pronoun }))
  const all: Subject[] = [
    ...absent.map((named): Subject => ({
      named,
      kind: isDeadIn(named, premise) ? 'dead' : named.isMissing ? 'gone' : named.isPlural ? 'group' : 'matter',
    })),
    ...[...people, ...genre].map((named): Subject => ({
      named,
      kind: named.isDue ? 'due' : named.isPlural ? 'group' : 'person',
    })),
    ...things.map((named): Subject => ({ named, kind: named.isMissing ? 'missing' : 'thing' })),
    ...[...places, ...(locked ? [locked] : []), ...regions].map((named): Subject => ({
      named,
      kind: isTitled(named) ? 'person' : 'place',
    })),
    ...premise.matters.map((named): Subject => ({ named, kind: 'matter' })),
  ]
  return all.filter(({ named }, index) => all.findIndex((each) => each.named.name === named.name) === index)
}

// "After the funeral of their father".
function isDeadIn({ name, isDead }: Named, { text }: Premise): boolean {
  const before = text.slice(0, Math.max(0, text.indexOf(name.replace(/^(?:the|your) /, ''))))
  return isDead === true || isSaid('deathOf', before)
}

// "Under Sergeant Doyle": no place.
function isTitled({ name }: Named): boolean {
  const [first = '', ...others] = name.split(' ')
  return others.length > 0 && /^\p{Lu}/u.test(first) && (isWord('title', first) || isWord('honorific', first))
}

/** The name and its words that nothing else is called by. */
export function keywordsOf(named: Named, subjects: readonly Subject[]): string[] {
  const own = wordsOfName(named).filter(
    (word) => !subjects.some((each) => each.named !== named && each.named.name.toLowerCase() === word),
  )
  return [...new Set([named.name, ...named.aliases, ...own])]
}

/** The words of a name and of a trade that say who or what is meant. */
export function wordsOfName({ name, role = '' }: Named): string[] {
  return `${name} ${role}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}'’-]+/u)
    .filter(
      (word) =>
        word.length > 2 &&
        !/^(?:the|your|our|his|her|their|its|old|new|and|last)$/.test(word) &&
        !isWord('title', word),
    )
}
