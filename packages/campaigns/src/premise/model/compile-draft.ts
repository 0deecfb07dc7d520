import { fillSentence } from '@narratoria/content'
import type { Condition, Person, Place, Thing, World } from '@narratoria/world'
import texts from '../../../data/invention.json' with { type: 'json' }
import type { PremiseDraft } from './draft.ts'
import { DraftNames, plainName } from './names.ts'

const opposites: Record<string, string> = {
  north: 'south',
  south: 'north',
  east: 'west',
  west: 'east',
  up: 'down',
  down: 'up',
  in: 'out',
  out: 'in',
}

/** Compiles a draft to a world. Names that fit nothing are complaints. */
export function compileDraft(draft: PremiseDraft): { world: World; complaints: string[] } {
  const names = new DraftNames()
  const placeIds = draft.places.map(({ name }) => names.add('places', name))
  const thingIds = draft.things.map(({ name }) => names.add('things', name))
  const personIds = draft.people.map(({ name }) => names.add('people', name))
  const places = placesOf(draft, placeIds, names)
  const things = Object.fromEntries(draft.things.map((thing, at) => [thingIds[at]!, thingOf(thing, draft, names)]))
  const people = Object.fromEntries(draft.people.map((person, at) => [personIds[at]!, personOf(person, names)]))
  const start = names.find('start', draft.start, ['places']) ?? placeIds[0]!
  const { done, want } = goalOf(draft, names)
  if (want)
    people[want.person]!.wants = [{ thing: want.thing, thanks: draft.ending.text, then: [{ ending: 'reached' }] }]
  const { title, text } = draft.ending
  const world: World = {
    title: draft.title.trim(),
    opening: draft.opening.trim(),
    player: { at: start },
    places,
    things,
    people,
    goals: { goal: { text: draft.goal.text, done } },
    endings: { reached: { title, kind: 'won', text: want ? title : text, ...(!want && { when: done }) } },
  }
  return { world, complaints: names.complaints }
}

function placesOf(draft: PremiseDraft, ids: readonly string[], names: DraftNames): Record<string, Place> {
  const places: Record<string, Place & { exits: Record<string, string> }> = {}
  for (const [index, { name, description }] of draft.places.entries())
    places[ids[index]!] = { name: plainName(name), description: description.trim(), exits: {} }
  for (const [index, { name, exits }] of draft.places.entries())
    for (const { direction, to } of exits) {
      const target = names.find(`an exit of "${name}"`, to, ['places'])
      if (target !== undefined && target !== ids[index]) places[ids[index]!]!.exits[direction] = target
    }
  // A way back, unless the draft has one.
  for (const [id, { exits }] of Object.entries(places))
    for (const [direction, to] of Object.entries(exits)) {
      const back = places[to]!
      if (!Object.values(back.exits).includes(id)) back.exits[opposites[direction]!] ??= id
    }
  return places
}

function thingOf(
  { name, description, at, inside, locked_with: key, written, portable }: PremiseDraft['things'][number],
  draft: PremiseDraft,
  names: DraftNames,
): Thing {
  const field = `of the thing "${name}"`
  const container = inside === undefined ? undefined : names.find(`"inside" ${field}`, inside, ['things'])
  const place =
    container === undefined ? names.find(`"at" ${field}`, at ?? draft.start, ['places', 'people']) : undefined
  const holdsOthers = draft.things.some((other) => other.inside !== undefined && same(other.inside, name))
  const lock = key === undefined ? undefined : names.find(`"locked_with" ${field}`, key, ['things'])
  return {
    name: plainName(name),
    description: description.trim(),
    at: container === undefined ? (place ?? 'nowhere') : `in:${container}`,
    ...(written !== undefined && { text: written.trim() }),
    ...((holdsOthers || lock !== undefined) && { container: true, openable: true }),
    ...(lock !== undefined && { lockable: true, key: lock, is: ['locked'] }),
    ...((portable === false || (holdsOthers && portable !== true)) && { portable: false }),
  }
}

function personOf(
  { name, role, pronoun, description, doing, greeting, at, topics }: PremiseDraft['people'][number],
  names: DraftNames,
): Person {
  return {
    name: plainName(name),
    ...(role !== undefined && !same(role, name) && { aliases: [plainName(role)] }),
    at: names.find(`"at" of "${name}"`, at, ['places']) ?? 'nowhere',
    pronoun,
    description: description.trim(),
    doing: doing.trim().replace(/\.$/, ''),
    greeting: greeting.trim(),
    topics: Object.fromEntries(
      topics.map(({ about, answer }) => [plainName(about), { keywords: [plainName(about)], answer: answer.trim() }]),
    ),
  }
}

/** The condition of the goal; a thing that a person wants ends the story when it is given. */
function goalOf(
  { goal, start }: PremiseDraft,
  names: DraftNames,
): { done: Condition; want?: { person: string; thing: string } } {
  const { kind, thing, person, place } = goal
  const need = (
    field: 'thing' | 'person' | 'place',
    value: string | undefined,
    among: 'things' | 'people' | 'places',
  ) => {
    if (value !== undefined) return names.find(`"${field}" of the goal`, value, [among])
    names.complaints.push(fillSentence(texts.missing, { kind, field }))
    return undefined
  }
  if (kind === 'reach') return { done: { at: ['player', need('place', place, 'places') ?? 'nowhere'] } }
  const wanted = need('thing', thing, 'things')
  if (kind === 'bring') {
    const target = need('place', place ?? start, 'places')
    return { done: [{ at: [wanted ?? 'nowhere', 'player'] }, { at: ['player', target ?? 'nowhere'] }] }
  }
  const receiver = need('person', person, 'people')
  if (wanted === undefined || receiver === undefined) return { done: { flag: 'reached' } }
  return { done: { at: [wanted, receiver] }, want: { person: receiver, thing: wanted } }
}

function same(one: string, other: string): boolean {
  return plainName(one).toLowerCase() === plainName(other).toLowerCase()
}
