import fc from 'fast-check'
import { type Act, standardActs, type World } from '../../src/index.ts'

const placeIds = ['hall', 'cellar', 'tower', 'yard', 'cave']
const thingIds = ['lamp', 'box', 'sack', 'table', 'door', 'key', 'coin', 'bread', 'coat', 'note', 'sword', 'wine']
const personIds = ['anna', 'bert', 'cara']
const directions = ['north', 'south', 'up', 'down', 'ladder']

type Thing = World['things'][string]
type Person = World['people'][string]
type Condition = NonNullable<Thing['variants']>[number]['when']
type Effect = NonNullable<World['beats']>[string]['then'][number]

const one = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const anyThing = one(...thingIds)
const anyPerson = one(...personIds)
const anyPlace = one(...placeIds)
const property = one('open', 'locked', 'lit', 'hidden', 'worn', 'cursed')

/** Where something may be without ever being in itself: containers are filled only with what comes later in the list. */
function locationOf(index: number): fc.Arbitrary<string> {
  const holders = thingIds.slice(0, Math.min(index, 4)).flatMap((id) => [`in:${id}`, `on:${id}`])
  return one(...placeIds, 'player', 'nowhere', ...personIds, ...holders)
}

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.tuple(anyThing, one('player', ...placeIds)).map((at) => ({ at: at as [string, string] })),
  fc.tuple(anyThing, property).map((is) => ({ is: is as [string, string] })),
  one<Condition>({ flag: 'a' }, { flag: 'b', min: 2 }, { turns: { min: 3 } }, { knows: ['player', 'secret'] }),
  anyPlace.map((visited) => ({ visited })),
  anyPerson.map((feeling) => ({ feeling, min: 0 })),
)
const condition: fc.Arbitrary<Condition> = fc.oneof(
  { weight: 3, arbitrary: leaf },
  { weight: 1, arbitrary: leaf.map((not) => ({ not })) },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 2 }).map((any) => ({ any })) },
)

const anywhere = one('player', 'nowhere', ...placeIds, ...personIds, 'in:box', 'on:table', 'in:sack')
const effect: fc.Arbitrary<Effect> = fc.oneof(
  one<Effect>(
    { say: ['It creaks.', 'It creaks again.'] },
    { set: 'a' },
    { set: 'b', add: 1 },
    { learn: ['player', 'secret'] },
  ),
  fc.tuple(anyThing, anywhere).map((move) => ({ move: move as [string, string] })),
  anyPlace.map((place) => ({ move: ['player', place] as [string, string] })),
  fc.tuple(anyThing, property, fc.boolean()).map((make) => ({ make: make as [string, string, boolean] })),
  fc
    .tuple(anyPlace, one(...directions), fc.option(anyPlace))
    .map((exit) => ({ exit: exit as [string, string, string | null] })),
  fc.tuple(anyPerson, one('Hm.', '“Well.”')).map((speak) => ({ speak: speak as [string, string] })),
  fc.tuple(anyPerson, one(-20, 20)).map((feel) => ({ feel: feel as [string, number] })),
  anyThing.map((thing) => ({ describe: [thing, 'It looks different.'] as [string, string] })),
)
const effects = fc.array(effect, { maxLength: 3 })

function thing(id: string, index: number): fc.Arbitrary<Thing> {
  return fc.record(
    {
      name: fc.constant(id),
      at: locationOf(index),
      portable: fc.constant(!['table', 'door'].includes(id)),
      container: fc.constant(id === 'box' ? { capacity: 2 } : id === 'sack'),
      supporter: fc.constant(id === 'table'),
      openable: one(['box', 'door'].includes(id)),
      lockable: one(['box', 'door'].includes(id)),
      key: fc.constant('key'),
      force: one(0, 1),
      light: fc.constant(id === 'lamp'),
      fuel: fc.constant(20),
      wearable: fc.constant(id === 'coat'),
      edible: fc.constant(id === 'bread'),
      drinkable: fc.constant(id === 'wine'),
      weapon: fc.constant(1),
      text: fc.constant('This is not read.'),
      owner: anyPerson,
      plural: fc.boolean(),
      is: fc.uniqueArray(property, { maxLength: 2 }),
      appearance: fc.constant(`The ${id} lies in a corner.`),
      fixed: fc.constant('No.'),
    },
    {
      requiredKeys: [
        'name',
        'at',
        'portable',
        'container',
        'supporter',
        'openable',
        'lockable',
        'light',
        'wearable',
        'edible',
        'drinkable',
      ],
    },
  )
}

const person: fc.Arbitrary<Person> = fc.record(
  {
    name: one('Anna', 'old guard', 'Bert'),
    at: anyPlace,
    pronoun: one<'she' | 'he' | 'they'>('she', 'he', 'they'),
    manner: fc.array(one('gossip', 'liar', 'shy'), { maxLength: 2 }),
    greeting: one<string | string[]>('Hello.', ['Hello.', 'Again?'] as string[]),
    farewell: fc.constant('Goodbye.'),
    doing: fc.constant('waits'),
    topics: fc.dictionary(
      one('weather', 'secret', 'coin'),
      fc.record(
        {
          answer: one<string | string[]>('So.', ['So.', 'And so.']),
          trust: one(0, 20),
          lie: fc.constant('No.'),
          then: effects,
        },
        { requiredKeys: ['answer'] },
      ),
    ),
    wants: fc.array(fc.record({ thing: anyThing, thanks: fc.constant('Thanks.'), then: effects }), { maxLength: 1 }),
    hostile: condition,
    follows: condition,
    health: one(1, 2, 3),
    route: fc.record({ places: fc.array(anyPlace, { minLength: 1, maxLength: 3 }), every: one(1, 2) }),
  },
  { requiredKeys: ['name', 'at'] },
)

const exit = fc.oneof(
  anyPlace,
  fc.record({ to: anyPlace, door: fc.constant('door'), when: condition }, { requiredKeys: ['to'] }),
)

/** A small world with every feature somewhere: valid, but without sense. */
export const anyWorld: fc.Arbitrary<World> = fc
  .record({
    places: fc.tuple(
      ...placeIds.map((name) =>
        fc.record(
          {
            name: fc.constant(name),
            dark: fc.boolean(),
            exits: fc.dictionary(one(...directions), exit),
            scenery: fc.constant({ wall: 'Grey.' }),
          },
          { requiredKeys: ['name', 'exits'] },
        ),
      ),
    ),
    things: fc.tuple(...thingIds.map((id, index) => thing(id, index))),
    people: fc.tuple(...personIds.map(() => person)),
    rules: fc.array(
      fc.record(
        {
          on: maybe(
            fc.record({ act: one(...standardActs), thing: anyThing, place: anyPlace }, { requiredKeys: ['act'] }),
          ),
          when: condition,
          order: one('before', 'instead', 'after'),
          then: effects,
          once: fc.boolean(),
          refuse: fc.constant('That cannot be.'),
          roll: fc.record({ task: fc.constant('try'), failure: effects }),
        },
        { requiredKeys: ['then'] },
      ),
      { maxLength: 4 },
    ),
    beats: fc.array(
      fc.record({ when: condition, then: effects, priority: one('high', 'low') }, { requiredKeys: ['when', 'then'] }),
      { maxLength: 2 },
    ),
  })
  .map(({ places, things, people, rules, beats }) => {
    const named = <T>(ids: readonly string[], values: readonly T[]) =>
      Object.fromEntries(ids.map((id, index) => [id, values[index]!]))
    const numbered = <T>(prefix: string, values: readonly T[]) =>
      named(
        values.map((_, index) => `${prefix}${index}`),
        values,
      )
    return {
      title: 'Random',
      opening: '',
      player: { at: 'hall', health: 30 },
      places: named(placeIds, places),
      things: named(thingIds, things),
      people: named(personIds, people),
      facts: { secret: { text: 'There is a secret.' } },
      acts: { ring: { verbs: ['ring'], roles: ['thing'], otherwise: 'No sound.' } },
      // Only a rule about an act can refuse.
      rules: numbered(
        'rule',
        rules.map(({ on, refuse, ...rule }) => ({
          ...rule,
          ...(on && { on, ...(refuse !== undefined && { refuse }) }),
        })),
      ),
      beats: numbered('beat', beats),
    } as World
  })

const anyRole = fc.oneof(
  { weight: 8, arbitrary: anyThing },
  { weight: 2, arbitrary: anyPerson },
  { weight: 1, arbitrary: one('wall', 'unicorn', 'all', 'player', 'hall', 'in:box') },
)

/** An act, possible or not. */
export const anyAct: fc.Arbitrary<Act> = fc.record(
  {
    act: one(...standardActs, 'recall', 'unknown', 'ring', 'dance'),
    thing: anyRole,
    things: fc.array(anyThing, { maxLength: 3 }),
    with: anyRole,
    where: anyRole,
    preposition: one('in', 'on', 'under'),
    person: anyRole,
    topic: one('weather', 'the secret', 'coin', 'nonsense'),
    to: one(...directions, ...placeIds, 'door', 'moon'),
    text: fc.constant('some words'),
  },
  { requiredKeys: ['act'] },
) as fc.Arbitrary<Act>

/** An act whose roles fit it, so that more acts succeed. */
export const likelyAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ act: one('go'), to: one(...directions) }),
  fc.record({
    act: one('take', 'drop', 'open', 'close', 'unlock', 'light', 'extinguish', 'wear', 'eat', 'examine', 'push', 'use'),
    thing: anyThing,
  }),
  fc.record({
    act: one('put'),
    thing: anyThing,
    where: one('box', 'sack', 'table'),
    preposition: one<'in' | 'on'>('in', 'on'),
  }),
  fc.record({ act: one('give', 'show'), thing: anyThing, person: anyPerson }),
  fc.record({ act: one('ask', 'tell'), person: anyPerson, topic: one('weather', 'secret') }),
  fc.record({ act: one('talk', 'attack'), person: anyPerson }),
  one<Act>({ act: 'wait' }, { act: 'look' }, { act: 'inventory' }, { act: 'take', things: [] }),
)
