import { fillSentence } from '@narratoria/content'
import type { Condition, Person, World } from '@narratoria/world'
import { isPlayable } from '../cast-player.ts'
import type { Choose } from '../chooser.ts'
import { capitalize, withThe } from '../furnish.ts'
import { Ids } from '../ids.ts'
import { knowledgeOf } from '../known.ts'
import { escaped } from '../mention.ts'
import { mentionsIn } from '../mentions.ts'
import { namedIn as fillNames } from '../named-in.ts'
import type { Named, Premise } from '../premise.ts'
import { oneEach } from '../one-each.ts'
import { recalledIn } from '../recalled.ts'
import type { Wish } from '../wish.ts'
import { confidences, decisions } from './decisions.ts'
import { type MainClause, mainClausesOf, namedIn } from '../main-clauses.ts'
import { aimOfWish, type OwnAim, ownAimOf } from './own-aim.ts'
import { ownWordsOf } from './own-words.ts'
import { saidOf } from './passages.ts'
import { isSurelyPlayed, presentIn, reachableIn, startOf, thingsHere } from './surely-here.ts'
import { textsOf, thoughtsOf, type Topic } from './thoughts.ts'
import { type Helpers, tryWeight } from './tries.ts'
import { Clues, waysFor } from './ways.ts'

/** At most so many people are there; of the others the player only thinks. */
const mostPeople = 4

/** How much it promises to look for somebody, as a choice: less than to try something. */
const meetWeight = 6.5

/** What the parts of the world share. */
export interface Stated {
  premise: Premise
  clauses: readonly MainClause[]
  ids: Ids
  say: (key: string, values?: Record<string, string>) => string
}

/**
 * The world of a premise with nothing added to it: one place, the people and things that are surely there, all else as what the player can
 * think about, and the aim that the premise itself states. What it says is quoted in its own words.
 */
export function statedWorld(
  given: Premise,
  choose: Choose,
  { isCast, wish, random }: { isCast: boolean; wish?: Wish; random: () => number },
): Omit<World, 'title'> {
  const premise = isCast ? oneEach(given) : withSurePlayer(oneEach(given))
  const clauses = mainClausesOf(premise)
  const place = startOf(premise, clauses)
  const ids = new Ids()
  const stated: Stated = {
    premise,
    clauses,
    ids,
    say: (key, values = {}) => fillSentence(fillNames(choose(`stated.${key}`), { values }), values),
  }
  const start = ids.add('start', place?.name ?? stated.say('nowhere'))
  const present = presentIn(premise, clauses, place)
  const able = present.filter((each) => isAble(each)).slice(0, mostPeople)
  const things = thingsOf(stated, { start, place, others: present.filter((each) => !isAble(each)) })
  const aim = wish === undefined ? ownAimOf(premise) : aimOfWish(wish)
  const ways = waysFor(aim, premise, random)
  const clues = new Clues(ways, random)
  const reachable = reachableIn(premise, clauses, place).slice(0, mostPeople - able.length)
  const here = peopleOf(able, { stated, at: start, clues })
  const away = peopleOf(reachable, { stated, at: 'nowhere', clues })
  const people = { people: { ...here.people, ...away.people }, facts: { ...here.facts, ...away.facts } }
  const meetings = meetingsOf(away.people, { stated, start, aim })
  const isHere = ({ name }: Named) =>
    [...Object.values(here.people), ...Object.values(things)].some((each) => each.name === name)
  const topics: Topic[] = topicsOf(stated, place).map((topic) => ({ ...topic, isHere: isHere(topic.named) }))
  const thoughts = thoughtsOf(topics, { stated, clues, kind: aim.kind })
  const decided = decisions(aim, {
    ways,
    helpers: helpersIn(people.people, aim),
    leads: thoughts.leads,
    witness: [...premise.people, ...premise.absent].find((each) => isPlayable(each) && each !== premise.player)?.name,
    facts: [...Object.keys(thoughts.facts), ...Object.keys(people.facts)],
    met: Object.entries(away.people).flatMap(([id, person]): Condition[] =>
      isAbout(aim, person) ? [{ at: [id, start] }] : [],
    ),
    stated,
  })
  const { player, self } = premise
  const role = self ?? player?.name
  const world = {
    opening: '',
    player: { at: start, ...(role !== undefined && { description: stated.say('player', { role }) }) },
    places: {
      [start]: {
        name: place?.name ?? stated.say('nowhere'),
        ...(place !== undefined && place.aliases.length > 0 && { aliases: place.aliases }),
        description:
          place === undefined
            ? stated.say('here')
            : stated.say(place.isPlural ? 'places' : 'place', { place: place.name }),
        ...soundOf(stated),
      },
    },
    things,
    people: people.people,
    facts: { ...thoughts.facts, ...people.facts },
    flags: decided.flags,
    acts: { ...thoughts.acts, ...meetings.acts, ...decided.acts },
    rules: { ...thoughts.rules, ...meetings.rules, ...decided.rules, ...confidences(people.people, stated) },
    goals: decided.goals,
    endings: decided.endings,
    beats: decided.beats,
  }
  const name = player?.name ?? (premise.isOutside ? self : undefined)
  const own = name === undefined ? [] : [String(choose('youAre')).replace('{player}', () => withThe(name))]
  const end = /[.!?]$/u.test(aim.goal) ? '' : '.'
  const goal =
    wish !== undefined
      ? choose('openingAim').replace('{aim}', () => wish.said)
      : choose('openingGoal').replace('{goal}', () => `${aim.goal}${end}`)
  const recalled = recalledIn(
    { ...premise, matters: [] },
    { world: { ...world, title: '' }, opening: [...own, goal].join(' '), choose },
  )
  return { ...world, opening: [...own, ...recalled, goal].join(' ') }
}

// A person who only may be the player is one of the others.
function withSurePlayer(premise: Premise): Premise {
  const { player, ...others } = premise
  if (player === undefined || isSurelyPlayed(player, { premise, clauses: mainClausesOf(premise) })) return premise
  return { ...others, people: [player, ...premise.people] }
}

function isAble({ isAnimal, isAsleep, isPlural, isTurned }: Named): boolean {
  return isAnimal !== true && isAsleep !== true && isPlural !== true && isTurned !== true
}

function thingsOf(
  stated: Stated,
  { start, place, others }: { start: string; place: Named | undefined; others: readonly Named[] },
): World['things'] {
  const { premise, clauses, ids, say } = stated
  const look = (named: Named) => {
    const said = saidOf(named, stated)
    return said === undefined ? say('look', { name: named.name }) : say('looked', { name: named.name, said })
  }
  const named = ({ name, aliases, isPlural }: Named) => ({
    name,
    ...(isPlural && countOf(name, premise.text)),
    ...(aliases.length > 0 && { aliases }),
    ...(isPlural && { plural: true }),
    ...(name.startsWith('your ') && { article: '' }),
  })
  const beings = others.map((each): [string, World['things'][string]] => [
    ids.add(`being ${each.name}`, each.name),
    { ...named(each), at: start, portable: false, fixed: say('fixed', { name: each.name }), description: look(each) },
  ])
  const things = thingsHere(premise, clauses, place).map(({ thing, as }): [string, World['things'][string]] => [
    ids.add(`thing ${thing.name}`, thing.name),
    {
      ...named(thing),
      at: as === 'held' ? 'player' : start,
      description: look(thing),
      ...(as === 'fixed' && { portable: false, fixed: say('fixed', { name: thing.name }), is: ['scenery'] }),
    },
  ])
  return Object.fromEntries([...beings, ...things])
}

// Whom the player looks for is there from then on.
function meetingsOf(
  people: World['people'],
  { stated: { say }, start, aim }: { stated: Stated; start: string; aim: OwnAim },
): Required<Pick<World, 'acts' | 'rules'>> {
  const parts: Required<Pick<World, 'acts' | 'rules'>> = { acts: {}, rules: {} }
  for (const [id, person] of Object.entries(people)) {
    const { name, aliases = [] } = person
    const act = `meet_${id}`
    const verbs = [name, ...aliases].flatMap((each) =>
      textsOf('way.meetVerbs').map((verb) => verb.replace('{person}', () => withThe(each))),
    )
    const values = { person: name }
    parts.acts[act] = {
      verbs: [...new Set(verbs)],
      otherwise: say('way.metAlready', values),
      choice: say('way.meet', values),
      weight: isAbout(aim, person) ? tryWeight : meetWeight,
    }
    parts.rules[act] = {
      on: { act },
      when: { not: { at: [id, start] } },
      order: 'instead',
      then: [{ move: [id, start] }, { say: say('way.met', values) }],
    }
  }
  return parts
}

function isAbout({ kind, goal }: OwnAim, { name, aliases = [] }: Person): boolean {
  return kind === 'task' && mentionsIn(goal, [{ name, aliases }]).length > 0
}

// Not whom it is done to.
function helpersIn(people: World['people'], aim: OwnAim): Helpers {
  return Object.fromEntries(
    Object.entries(people)
      .filter(([, person]) => !isAbout(aim, person))
      .map(([id, { name }]) => [id, name]),
  )
}

function peopleOf(
  able: readonly Named[],
  { stated, at, clues }: { stated: Stated; at: string; clues: Clues },
): Required<Pick<World, 'people' | 'facts'>> {
  const { ids, premise, say } = stated
  const known = knowledgeOf(premise)
  const facts: NonNullable<World['facts']> = {}
  const people = able.map((named): [string, Person] => {
    const { name, aliases, pronoun = 'they' } = named
    const values = { person: name }
    const id = ids.add(`person ${name}`, name)
    const words = ownWordsOf(named, known)
    const clue = clues.said()
    const said = saidOf(named, stated)
    if (words !== undefined) facts[`words_${id}`] = { text: `${capitalize(words.fact)}.`, about: [name] }
    return [
      id,
      {
        name,
        ...(aliases.length > 0 && { aliases }),
        at,
        pronoun,
        description: said === undefined ? say('look', { name }) : say('looked', { name, said }),
        greeting: say('greeting', values),
        unknown: say('unknown', values),
        topics: {
          ...(words !== undefined && {
            [say('topicOwn')]: {
              keywords: [say('topicOwn')],
              answer: say('ownWords', { ...values, said: capitalize(words.said) }),
              fact: `words_${id}`,
              choice: say('hear', values),
            },
          }),
          ...(clue !== undefined && {
            [say('way.advice')]: {
              keywords: textsOf('way.adviceWords'),
              answer: fillNames(clue, { values }),
              choice: say('way.adviceChoice', values),
            },
          }),
        },
      },
    ]
  })
  return { people: Object.fromEntries(people), facts }
}

// "Two brothers" are not "some".
function countOf(name: string, text: string): { article?: string } {
  const [, count] =
    new RegExp(`\\b(two|three|four|five|six|seven|eight|nine|ten|twelve) (?:\\p{Ll}+ )?${escaped(name)}\\b`, 'iu').exec(
      text,
    ) ?? []
  return count === undefined ? {} : { article: count.toLowerCase() }
}

/** All that the premise names and says something of, once. */
function topicsOf(stated: Stated, place: Named | undefined): Omit<Topic, 'isHere'>[] {
  const { premise } = stated
  const all = [...(place ? [place] : []), ...namedIn(premise)]
  const seen = new Set<string>()
  return all.flatMap((named) => {
    const key = named.name.toLowerCase()
    const isKnown = seen.has(key) || (premise.matters.includes(named) && !isNoun(named, premise.text))
    seen.add(key)
    const said = isKnown ? undefined : saidOf(named, stated)
    return said === undefined ? [] : [{ named, said }]
  })
}

// "Still waters his tomatoes" names no waters.
function isNoun({ name }: Named, text: string): boolean {
  const own = escaped(name.replace(/^(?:the|your) /, ''))
  return (
    new RegExp(`\\b(?:an?|the|my|our|your|his|her|their|its) (?:\\p{L}+ ){0,2}?${own}\\b|^${own}\\b`, 'iu').test(
      text,
    ) || /^\p{Lu}/u.test(name)
  )
}

function soundOf({ premise, clauses }: Stated): { sound?: string } {
  const { sound } = premise
  const at =
    sound === undefined
      ? undefined
      : clauses.find(({ text }) => text.toLowerCase().includes(sound.name.split(' ').at(-1)!))
  const said = at && saidOf({ name: at.text, aliases: [] }, { premise, clauses })
  return said === undefined ? {} : { sound: said }
}
