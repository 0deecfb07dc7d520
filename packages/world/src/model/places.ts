import Type from 'typebox'
import { Condition } from './condition.ts'
import { Location, optional, strictObject, Text } from './text.ts'

/** The common part of places, things and people. */
export const named = {
  name: Type.String({
    minLength: 1,
    description: 'As in running text without an article: "brass key", "engine room", "Oleg".',
  }),
  aliases: optional(Type.Array(Type.String()), 'Other names that a player may type.'),
  description: Type.Optional(Text),
  variants: optional(
    Type.Array(strictObject({ when: Condition, description: Text })),
    'Replaces the description while its condition holds; the first that holds is used.',
  ),
  image: optional(Type.String(), 'A picture of the campaign, shown at the first sight.'),
}

const common = Type.Object(named)
export interface Named extends Type.Static<typeof common> {}

/** A way out of a place. */
export const Exit = strictObject({
  to: Type.String({ description: 'The id of a place.' }),
  door: optional(Type.String(), 'A thing that must be open. It is in reach from both sides.'),
  when: Type.Optional(Condition),
  blocked: optional(Text, 'Why the exit cannot be used while "when" does not hold.'),
})
export interface Exit extends Type.Static<typeof Exit> {}

/** A place: a room, or a part of the open. */
export const Place = strictObject({
  ...named,
  exits: optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Exit])),
    'By direction (north, up, in) or by a word of its own (ladder). A string is the id of a place.',
  ),
  known: optional(
    Type.Union([Type.Literal(true), Condition]),
    'The player knows the way to and through it before the first visit: always, or while this holds.',
  ),
  dark: optional(Type.Boolean(), 'Nothing is seen without light.'),
  scenery: optional(Type.Record(Type.String(), Text), 'Things that are only described: noun to text.'),
  sound: optional(Text, 'What the player hears when listening.'),
  smell: optional(Text, 'What the player smells.'),
  first: optional(Text, 'Read on the first visit, before the description.'),
  music: optional(Type.String(), 'A sound of the campaign, played at the first visit.'),
})
export interface Place extends Type.Static<typeof Place> {}

/** A thing: an object, a door, a piece of furniture. */
export const Thing = strictObject({
  ...named,
  at: Location,
  article: optional(Type.String(), '"a", "an", "the", "some" or "". Defaults by the name.'),
  plural: Type.Optional(Type.Boolean()),
  portable: optional(
    Type.Boolean(),
    'Whether it can be carried. Defaults to true; false for scenery, doors and supporters.',
  ),
  fixed: optional(Text, 'Why it cannot be taken.'),
  container: Type.Optional(Type.Union([Type.Boolean(), strictObject({ capacity: Type.Integer({ minimum: 1 }) })])),
  supporter: Type.Optional(Type.Boolean()),
  openable: Type.Optional(Type.Boolean()),
  lockable: Type.Optional(Type.Boolean()),
  key: optional(Type.String(), 'The thing that unlocks it.'),
  force: optional(Type.Number(), 'It can be opened by force or by picking the lock: the modifier of the roll of 2d6.'),
  light: optional(Type.Boolean(), 'It gives light while it is lit.'),
  litWith: optional(Type.String(), 'The thing that a light is lit with; without it, it is lit by itself.'),
  fuel: optional(Type.Integer({ minimum: 1 }), 'Turns that it burns. Defaults to for ever.'),
  voiceOf: optional(
    Type.String(),
    'The person who is heard through it while it is not open, such as one behind a door: what is said to them is the act "talk" with this thing, for which there must be a rule.',
  ),
  wearable: Type.Optional(Type.Boolean()),
  edible: Type.Optional(Type.Boolean()),
  drinkable: Type.Optional(Type.Boolean()),
  weapon: optional(Type.Number(), 'Bonus in a fight.'),
  text: optional(Text, 'What is written on it.'),
  owner: optional(
    Type.String(),
    'The person whose it is: taking it in front of them, or of people who would report it, is theft.',
  ),
  is: optional(
    Type.Array(Type.String()),
    "Properties that hold from the start: open, locked, lit, worn, hidden, broken, scenery, or the campaign's own.",
  ),
  appearance: optional(Text, 'How it appears in the description of its place, while it was never moved.'),
})
export interface Thing extends Type.Static<typeof Thing> {}
