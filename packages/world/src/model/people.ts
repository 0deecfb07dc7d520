import Type from 'typebox'
import { Condition, Effect } from './condition.ts'
import { named } from './places.ts'
import { Location, optional, strictObject, Text } from './text.ts'

/** Something that a person can be asked about. */
export const Topic = strictObject({
  keywords: optional(Type.Array(Type.String()), "Words that a player may use for it. The topic's id is one too."),
  answer: Text,
  when: Type.Optional(Condition),
  lie: optional(Text, 'Said instead of the answer by those whose manner is liar, or while lieWhen holds.'),
  lieWhen: Type.Optional(Condition),
  trust: optional(Type.Number(), "The refusal is said while the person's feeling about the player is lower."),
  refusal: optional(Text, 'Said by those who do not trust the player enough.'),
  fact: optional(Type.String(), 'A fact that the player learns by the answer.'),
  follow: optional(
    Type.Record(Type.String(), Text),
    'What is said to a short question behind the answer, by its kind: why, sure, source, more, meaning; where, for the place of whom it is about.',
  ),
  then: Type.Optional(Type.Array(Effect)),
  choice: optional(Type.String(), 'Offered as a choice in these words. Defaults by the id.'),
  stated: optional(Type.Boolean(), 'It is something that the player says to the person: no question is about it.'),
  unlisted: optional(Type.Boolean(), 'Answered when the player asks, but neither listed nor offered as a choice.'),
})
export interface Topic extends Type.Static<typeof Topic> {}

/** A thing that a person wants to be given. */
export const Want = strictObject({
  thing: Type.String(),
  when: Type.Optional(Condition),
  thanks: Text,
  then: Type.Optional(Type.Array(Effect)),
})
export interface Want extends Type.Static<typeof Want> {}

const Replies = Type.Record(Type.String(), Text, {
  description:
    'What they say where no topic fits, in their own words: by the kind of what was said (name, mood, work, why, thank …), by the id of the person, thing or place that it was about, or by the id of a fact that they are told.',
})

const PersonVariant = strictObject({
  when: Condition,
  description: Type.Optional(Text),
  doing: Type.Optional(Text),
  greeting: Type.Optional(Text),
  replies: Type.Optional(Replies),
})

/** A person, or an animal that acts like one. */
export const Person = strictObject({
  ...named,
  variants: optional(
    Type.Array(PersonVariant),
    'Replaces description, doing, greeting and single replies while its condition holds. For each of them, the first that holds and has it is used.',
  ),
  at: Location,
  pronoun: Type.Optional(Type.Enum(['she', 'he', 'they', 'it'])),
  voiceIn: optional(
    Type.Union([Type.Literal('everywhere'), Type.Array(Type.String(), { minItems: 1 })]),
    'Other places where they hear what is said and answer, as the voice of a ship does. Their condition and topics are the same there.',
  ),
  faction: Type.Optional(Type.String()),
  manner: optional(
    Type.Array(Type.String()),
    'Words for how they do things: honest, liar, evasive, shy, talkative, gossip, brave, coward. Other words are only passed to a model.',
  ),
  traits: Type.Optional(Type.Array(Type.String())),
  greeting: Type.Optional(Text),
  farewell: Type.Optional(Text),
  doing: optional(Text, 'What they are doing here: "sweeps the floor".'),
  unknown: optional(Text, 'Said when asked for what they know nothing about.'),
  replies: Type.Optional(Replies),
  topics: Type.Optional(Type.Record(Type.String(), Topic)),
  wants: Type.Optional(Type.Array(Want)),
  knows: optional(Type.Array(Type.String()), 'Facts that they know from the start.'),
  feeling: optional(
    Type.Number({ minimum: -100, maximum: 100 }),
    "How they feel about the player at first. Defaults to the faction's reputation.",
  ),
  health: optional(Type.Integer({ minimum: 1 }), 'Blows that they stand. Defaults to 3.'),
  yields: optional(
    Type.Array(Effect),
    'They give up instead of dying, and are "beaten" from then on. The effects follow.',
  ),
  fights: optional(Type.Number(), 'Bonus of theirs in a fight.'),
  hostile: Type.Optional(Condition),
  route: optional(
    strictObject({
      places: Type.Array(Type.String(), { minItems: 1 }),
      every: Type.Integer({ minimum: 1, description: 'Turns at each place.' }),
      when: Type.Optional(Condition),
    }),
    'Walks from place to place by turn.',
  ),
  follows: Type.Optional(Condition),
  portrait: Type.Optional(Type.String()),
})
export interface Person extends Type.Static<typeof Person> {}
