import { type GenrePerson, premiseContent, type PremisePlot } from '@narratoria/content/premises'
import { lostIn } from './choose-plot.ts'
import { isSaid } from './conditions.ts'
import { type Furniture, isTalking } from './furnish.ts'
import { nearestOf } from './nearest.ts'
import type { Named } from './premise.ts'
import { singularOf } from './words.ts'

/** Who plays a role of a plot. */
export interface CastMember extends Named {
  /** Of those that the premise does not have. */
  genrePerson?: GenrePerson
  /** The group of the premise that the person is one of: `children`. */
  group?: string
}

/** Fills the roles of a plot: each with a person of the premise, or with one of the genre. A person has one role. */
export function castOf({ cast = {} }: PremisePlot, furniture: Furniture): Record<string, CastMember> {
  const filled: Record<string, CastMember> = {}
  // Of several the one without another's name.
  const isFree = ({ name }: CastMember) => !Object.values(filled).some((each) => each.name === name)
  const isBlamed = Object.values(cast).some(({ from }) => from.includes('culprit'))
  const furnished = isBlamed ? furniture : { ...furniture, culprit: undefined }
  for (const [role, wish] of Object.entries(cast)) {
    const candidates = wish.from.flatMap((from) => candidatesFor(from, wish, furnished))
    const found = candidates.find(isFree)
    // Whom only the premise can name is left out if it does not.
    if (found ?? !wish.from.every((from) => from.startsWith('need:'))) filled[role] = found ?? strangerOf('other')
  }
  return filled
}

function candidatesFor(
  from: string,
  { words = '', prepositions = '' }: { words?: string; prepositions?: string },
  { culprit, genre, premise }: Pick<Furniture, 'genre' | 'premise'> & { culprit?: Named | undefined },
): CastMember[] {
  // Who is to blame does not play another person's role.
  const shunned = premise.need.shunned ?? []
  const free = premise.people.filter(
    (person) =>
      !(/^(?:person|present)/.test(from) && (person === culprit || isSuspected(person, premise.text))) &&
      !shunned.includes(person.name),
  )
  const able: CastMember[] = [
    ...free.filter((person) => isAble(person)),
    ...free.filter((person) => person.isPlural && isTalking(person)).map((group) => oneOfGroup(group)),
  ]
  // A person who is spoken of may act, too: "from a man with a dog".
  const known = [...premise.people, ...premise.absent].filter(
    ({ isAnimal, isAsleep, isAway, isDead, isMissing, isPlural, name }) =>
      !(isAnimal || isAsleep || isAway || isDead || isMissing || isPlural || shunned.includes(name)),
  )
  const isCalled = (person: Named) => wordsOf(person).some((word) => words.split(' ').includes(word))
  const [kind, part = ''] = from.split(':')
  switch (kind) {
    case 'words':
      return [
        ...known.filter(
          ({ preposition }) => preposition !== undefined && prepositions.split(' ').includes(preposition),
        ),
        ...known.filter((person) => isCalled(person)),
        ...(part === 'groups'
          ? premise.people.filter((each) => each.isPlural && isCalled(each)).map((each) => oneOfGroup(each))
          : []),
      ]
    case 'need':
      return [premise.need.people[part]].flatMap((person) =>
        person === undefined ? [] : person.isPlural ? oneOfGroup(person) : person,
      )
    case 'refusing':
      return able.filter(({ isRefusing }) => isRefusing)
    case 'owed':
      return [...known, ...premise.people.filter(({ isPlural }) => isPlural)]
        .filter(({ name }) => isSaid('paying', beforeName(name.replace(/^the /, ''), premise.text)))
        .map((each) => (each.isPlural ? oneOfGroup(each) : each))
    case 'asking':
      return able.filter(({ isAsking }) => isAsking)
    case 'culprit':
      return [culprit ?? premise.people.find((each) => isAble(each) && isSuspected(each, premise.text))].flatMap(
        (person) => person ?? [],
      )
    case 'lost':
      return [lostIn(premise)].flatMap((person) => person ?? [])
    case 'due':
      return premise.people
        .filter(({ isDue, isAsleep }) => isDue && !isAsleep)
        .map((each) => (each.isPlural ? oneOfGroup(each) : each))
    case 'sleeper':
      return premise.people.filter(({ isAsleep, isPlural }) => isAsleep && !isPlural)
    // A person is to blame only for a reason in the premise.
    case 'present':
      return isSaid('suspects', premise.text) ? able.toReversed() : []
    case 'person':
      return part === 'last' ? able.toReversed() : part === 'others' ? able.slice(1).toReversed() : able
    case 'friendly': {
      const free = able.filter(
        ({ name, role = '', group = '' }: CastMember) => !isSaid('adversary', `${name} ${role} ${group}`),
      )
      return part === 'others' ? free.slice(1).toReversed() : free
    }
    case 'own':
      return [strangerOf(part)]
    case 'helper':
    case 'keeper':
      return [memberOf(genre[kind])]
    default:
      return []
  }
}

/** What a text says before a name, up to the beginning of the sentence. */
function beforeName(name: string, text: string): string {
  const at = text.indexOf(name)
  return at < 0 ? '' : text.slice(0, at).split(/[.!?]/).at(-1)!
}

// "I suspect the baker, Monsieur Duval": what was taken is not his.
function isSuspected({ name }: Named, text: string): boolean {
  return isSaid('suspecting', beforeName(name.replace(/^(?:your|the) /, ''), text))
}

function isAble(person: Named): boolean {
  return isTalking(person) && person.isPlural !== true
}

// Of a group the nearest talks.
function oneOfGroup(group: Named): CastMember {
  const { isPlural: _, ...person } = group
  const one = singularOf(group.name.split(' ').at(-1)!)
  const name = nearestOf(group)
  return {
    ...person,
    name,
    aliases: [...new Set([one, group.name, ...group.aliases])],
    pronoun: 'they',
    group: group.name,
  }
}

function wordsOf({ name, role = '', aliases }: Named): string[] {
  return [name, role, ...aliases]
    .join(' ')
    .toLowerCase()
    .split(/[\s-]+/)
}

function strangerOf(kind: string): CastMember {
  return memberOf(premiseContent.strangers[kind]!)
}

function memberOf(person: GenrePerson): CastMember {
  const short = person.name.split(' ').at(-1)!
  return {
    name: person.name,
    aliases: short === person.name ? [] : [short],
    pronoun: person.pronoun,
    genrePerson: person,
  }
}
