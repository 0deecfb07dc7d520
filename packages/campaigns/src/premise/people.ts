import type { Person, Topic, World } from '@narratoria/world'
import type { Construction } from './build-premise.ts'
import type { Named } from './premise.ts'
import { nearestOf } from './nearest.ts'
import { isWord } from './words.ts'
import { withThe } from './furnish.ts'

/** The people of the premise or of its genre, and the one who keeps the secret. */
export function peopleOf(construction: Construction): World['people'] {
  const { people, ids, id } = construction
  const present = people.map((_, index) => [ids.get(`person${index}`), personOf(construction, index)])
  return {
    ...Object.fromEntries(present),
    ...(id.lost !== undefined && { [id.lost]: lostOf(construction) }),
    [id.keeper]: keeperOf(construction),
  }
}

/** Who was missed, behind the locked door. They come along when they have been spoken to. */
function lostOf({ lost, id, keeper, premise, fill, choose }: Construction): Person {
  const { name, aliases, pronoun = 'they', role } = lost!
  const say = (key: string, more: Record<string, string> = {}) => fill(choose(key), { person: name, ...more })
  const ask = (topic: string) => say('ask', { topic })
  const others = premise.things
    .slice(0, 3)
    .map(({ name: thing, aliases: words }) => [
      withThe(thing),
      { keywords: [thing, ...words], answer: say('lostAbout', { thing: withThe(thing) }), choice: ask(thing) },
    ])
  return {
    name,
    ...(aliases.length > 0 && { aliases }),
    at: id.vault,
    pronoun,
    description: described({ fill, choose }, { name, role, description: say(lookOf(lost!)) }),
    doing: say('lostDoing'),
    greeting: say('lostGreeting'),
    topics: {
      [withThe(keeper.name)]: {
        keywords: [keeper.name, ...keeper.aliases],
        answer: say('lostKeeper'),
        fact: 'lead',
        choice: ask(keeper.name),
      },
      ...Object.fromEntries(others),
    },
    follows: { flag: 'found' },
  }
}

/** The key of the phrases that describe a person, an animal or a machine. A robot has no clothes. */
export function lookOf({ name, role = '', isAnimal }: Named): 'animalLook' | 'machine' | 'being' | 'person' {
  const words = `${name} ${role}`.split(' ')
  if (isAnimal) return 'animalLook'
  if (words.some((word) => isWord('machine', word))) return 'machine'
  return words.some((word) => isWord('being', word)) ? 'being' : 'person'
}

export function doingOf(person: Named): string {
  const look = lookOf(person)
  return look === 'animalLook' ? 'animalDoing' : look === 'person' ? 'doing' : `${look}Doing`
}

function personOf(construction: Construction, index: number): Person {
  const { people, ids, id, choose, fill } = construction
  const { aliases, pronoun, isAnimal, at, genrePerson, role } = people[index]!
  const shown = shownName(construction, index)
  const say = (key: string) => fill(choose(key), { person: shown })
  const isConfidant = ids.get(`person${index}`) === id.confidant
  return {
    name: shown,
    ...(aliases.length > 0 && { aliases }),
    at: ids.get(at),
    pronoun: pronoun ?? 'they',
    description:
      genrePerson?.description ??
      described(construction, { name: people[index]!.name, role, description: say(lookOf(people[index]!)) }),
    doing: genrePerson?.doing ?? say(doingOf(people[index]!)),
    ...(isAnimal
      ? { greeting: say('animalGreeting'), unknown: say('animalGreeting') }
      : { topics: topicsOf(construction, index) }),
    ...(isConfidant && { wants: wantsOf(construction, shown) }),
  }
}

// Of several people the nearest answers.
function shownName({ people }: Construction, index: number): string {
  const { name, isPlural } = people[index]!
  return isPlural ? nearestOf({ name }) : name
}

function topicsOf(construction: Construction, index: number): Record<string, Topic> {
  const { people, premise, keeper, fill, choose } = construction
  const speaker = people[index]!
  const shown = shownName(construction, index)
  const topics: Record<string, Topic> = {}
  const add = (name: string, aliases: string[], answer: string, fact?: string) => {
    // People are asked about "the letter".
    topics[withThe(name)] = {
      keywords: [name, ...aliases],
      answer: fill(answer, { person: shown, thing: withThe(name) }),
      choice: fill(choose('ask'), { person: shown, topic: name }),
      ...(fact !== undefined && { fact }),
    }
  }
  if (premise.subject.name !== speaker.name)
    add(premise.subject.name, premise.subject.aliases, choose('subject'), 'lead')
  add(keeper.name, keeper.aliases, choose('aboutKeeper'), 'lead')
  return topics
}

// What a person is by the premise comes before how they look.
export function described(
  { fill, choose }: Pick<Construction, 'fill' | 'choose'>,
  { name, role, description }: { name: string; role: string | undefined; description: string },
): string {
  if (role === undefined) return description
  return fill(choose('role'), { person: name, role: withThe(role), description })
}

function wantsOf({ id, fill, choose }: Construction, person: string): NonNullable<Person['wants']> {
  return [
    ...(id.missing === undefined
      ? []
      : [{ thing: id.missing, thanks: fill(choose('thanksMissing'), { person }), then: [{ ending: 'returned' }] }]),
    {
      thing: id.token,
      when: { knows: ['player', 'secret'] as [string, string] },
      thanks: fill(choose('thanks'), { person }),
      then: [{ learn: [id.confidant, 'secret'] as [string, string] }, { ending: 'published' }],
    },
  ]
}

function keeperOf({ culprit, genre, keeper, id, premise, fill, choose }: Construction): Person {
  const say = (key: string) => fill(choose(key), { person: keeper.name })
  const ask = (topic: string) => fill(choose('ask'), { person: keeper.name, topic })
  const [door, work] = [choose('doorName'), choose('workTopic')]
  return {
    ...(culprit
      ? {
          name: culprit.name,
          pronoun: culprit.pronoun ?? 'they',
          description: described(
            { fill, choose },
            { name: culprit.name, role: culprit.role, description: say(lookOf(culprit)) },
          ),
          doing: say(doingOf(culprit)),
        }
      : genre.keeper),
    ...(keeper.aliases.length > 0 && { aliases: keeper.aliases }),
    at: id.desk,
    manner: ['evasive'],
    topics: {
      [withThe(premise.subject.name)]: {
        keywords: [premise.subject.name, ...premise.subject.aliases],
        answer: say('keeperSubject'),
        choice: ask(premise.subject.name),
      },
      [withThe(work)]: { keywords: choose('workWords').split(', '), answer: say('keeperWork'), choice: ask(work) },
      [withThe(door)]: {
        keywords: [door, ...door.split(' ').slice(-1), ...genre.key.name.split(' ').slice(-1), genre.key.name],
        when: [{ knows: ['player', 'lead'] }, { at: [id.key, id.keeper] }],
        answer: say('keeperKey'),
        then: [{ move: [id.key, 'player'] }],
        choice: ask(door),
      },
    },
  }
}
