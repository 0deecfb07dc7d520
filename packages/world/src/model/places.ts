import Type from 'typebox'
import { Condition } from './condition.ts'
import { Location, optionalText, strict, Text } from './text.ts'

/** The common part of places, things and people. */
export const named = {
  name: Type.String({
    minLength: 1,
    description: 'As in running text without an article: "brass key", "engine room", "Oleg".',
  }),
  aliases: Type.Optional(Type.Array(Type.String(), { description: 'Other names that a player may type.' })),
  description: Type.Optional(Text),
  variants: Type.Optional(
    Type.Array(Type.Object({ when: Condition, description: Text }, strict), {
      description: 'Replaces the description while its condition holds; the first that holds is used.',
    }),
  ),
  image: Type.Optional(Type.String({ description: 'A picture of the campaign, shown at the first sight.' })),
}

const common = Type.Object(named)
export type Named = Type.Static<typeof common>

/** A way out of a place. */
export const Exit = Type.Object(
  {
    to: Type.String({ description: 'The id of a place.' }),
    door: Type.Optional(Type.String({ description: 'A thing that must be open. It is in reach from both sides.' })),
    when: Type.Optional(Condition),
    blocked: optionalText('Why the exit cannot be used while "when" does not hold.'),
  },
  strict,
)
export type Exit = Type.Static<typeof Exit>

/** A place: a room, or a part of the open. */
export const Place = Type.Object(
  {
    ...named,
    exits: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Exit]), {
        description: 'By direction (north, up, in) or by a word of its own (ladder). A string is the id of a place.',
      }),
    ),
    known: Type.Optional(
      Type.Union([Type.Literal(true), Condition], {
        description: 'The player knows the way to and through it before the first visit: always, or while this holds.',
      }),
    ),
    dark: Type.Optional(Type.Boolean({ description: 'Nothing is seen without light.' })),
    scenery: Type.Optional(
      Type.Record(Type.String(), Text, { description: 'Things that are only described: noun to text.' }),
    ),
    sound: optionalText('What the player hears when listening.'),
    smell: optionalText('What the player smells.'),
    first: optionalText('Read on the first visit, before the description.'),
    music: Type.Optional(Type.String({ description: 'A sound of the campaign, played at the first visit.' })),
  },
  strict,
)
export type Place = Type.Static<typeof Place>

/** A thing: an object, a door, a piece of furniture. */
export const Thing = Type.Object(
  {
    ...named,
    at: Location,
    article: Type.Optional(Type.String({ description: '"a", "an", "the", "some" or "". Defaults by the name.' })),
    plural: Type.Optional(Type.Boolean()),
    portable: Type.Optional(
      Type.Boolean({
        description: 'Whether it can be carried. Defaults to true; false for scenery, doors and supporters.',
      }),
    ),
    fixed: optionalText('Why it cannot be taken.'),
    container: Type.Optional(
      Type.Union([Type.Boolean(), Type.Object({ capacity: Type.Integer({ minimum: 1 }) }, strict)]),
    ),
    supporter: Type.Optional(Type.Boolean()),
    openable: Type.Optional(Type.Boolean()),
    lockable: Type.Optional(Type.Boolean()),
    key: Type.Optional(Type.String({ description: 'The thing that unlocks it.' })),
    force: Type.Optional(
      Type.Number({
        description: 'It can be opened by force or by picking the lock: the modifier of the roll of 2d6.',
      }),
    ),
    light: Type.Optional(Type.Boolean({ description: 'It gives light while it is lit.' })),
    litWith: Type.Optional(
      Type.String({ description: 'The thing that a light is lit with; without it, it is lit by itself.' }),
    ),
    fuel: Type.Optional(Type.Integer({ minimum: 1, description: 'Turns that it burns. Defaults to for ever.' })),
    voiceOf: Type.Optional(
      Type.String({
        description:
          'The person who is heard through it while it is not open, such as one behind a door: what is said to them is the act "talk" with this thing, for which there must be a rule.',
      }),
    ),
    wearable: Type.Optional(Type.Boolean()),
    edible: Type.Optional(Type.Boolean()),
    drinkable: Type.Optional(Type.Boolean()),
    weapon: Type.Optional(Type.Number({ description: 'Bonus in a fight.' })),
    text: optionalText('What is written on it.'),
    owner: Type.Optional(
      Type.String({
        description: 'The person whose it is: taking it in front of them, or of people who would report it, is theft.',
      }),
    ),
    is: Type.Optional(
      Type.Array(Type.String(), {
        description:
          "Properties that hold from the start: open, locked, lit, worn, hidden, broken, scenery, or the campaign's own.",
      }),
    ),
    appearance: optionalText('How it appears in the description of its place, while it was never moved.'),
  },
  strict,
)
export type Thing = Type.Static<typeof Thing>
