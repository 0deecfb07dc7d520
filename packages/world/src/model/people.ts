import Type from 'typebox'
import { Condition, Effect } from './condition.ts'
import { named } from './places.ts'
import { Location, optionalText, strict, Text } from './text.ts'

/** Something that a person can be asked about. */
export const Topic = Type.Object(
  {
    keywords: Type.Optional(
      Type.Array(Type.String(), { description: "Words that a player may use for it. The topic's id is one too." }),
    ),
    answer: Text,
    when: Type.Optional(Condition),
    lie: optionalText('Said instead of the answer by those whose manner is liar, or while lieWhen holds.'),
    lieWhen: Type.Optional(Condition),
    trust: Type.Optional(
      Type.Number({ description: "The refusal is said while the person's feeling about the player is lower." }),
    ),
    refusal: optionalText('Said by those who do not trust the player enough.'),
    fact: Type.Optional(Type.String({ description: 'A fact that the player learns by the answer.' })),
    follow: Type.Optional(
      Type.Record(Type.String(), Text, {
        description:
          'What is said to a short question behind the answer, by its kind: why, sure, source, more, meaning; where, for the place of whom it is about.',
      }),
    ),
    then: Type.Optional(Type.Array(Effect)),
    choice: Type.Optional(Type.String({ description: 'Offered as a choice in these words. Defaults by the id.' })),
    stated: Type.Optional(
      Type.Boolean({ description: 'It is something that the player says to the person: no question is about it.' }),
    ),
    unlisted: Type.Optional(
      Type.Boolean({ description: 'Answered when the player asks, but neither listed nor offered as a choice.' }),
    ),
  },
  strict,
)
export type Topic = Type.Static<typeof Topic>

/** A thing that a person wants to be given. */
export const Want = Type.Object(
  {
    thing: Type.String(),
    when: Type.Optional(Condition),
    thanks: Text,
    then: Type.Optional(Type.Array(Effect)),
  },
  strict,
)
export type Want = Type.Static<typeof Want>

const Replies = Type.Record(Type.String(), Text, {
  description:
    'What they say where no topic fits, in their own words: by the kind of what was said (name, mood, work, why, thank …), by the id of the person, thing or place that it was about, or by the id of a fact that they are told.',
})

const PersonVariant = Type.Object(
  {
    when: Condition,
    description: Type.Optional(Text),
    doing: Type.Optional(Text),
    greeting: Type.Optional(Text),
    replies: Type.Optional(Replies),
  },
  strict,
)

/** A person, or an animal that acts like one. */
export const Person = Type.Object(
  {
    ...named,
    variants: Type.Optional(
      Type.Array(PersonVariant, {
        description:
          'Replaces description, doing, greeting and single replies while its condition holds. For each of them, the first that holds and has it is used.',
      }),
    ),
    at: Location,
    pronoun: Type.Optional(Type.Enum(['she', 'he', 'they', 'it'])),
    voiceIn: Type.Optional(
      Type.Union([Type.Literal('everywhere'), Type.Array(Type.String(), { minItems: 1 })], {
        description:
          'Other places where they hear what is said and answer, as the voice of a ship does. Their condition and topics are the same there.',
      }),
    ),
    faction: Type.Optional(Type.String()),
    manner: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Words for how they do things: honest, liar, evasive, shy, talkative, gossip, brave, coward. Other words are only passed to a model.',
      }),
    ),
    traits: Type.Optional(Type.Array(Type.String())),
    greeting: Type.Optional(Text),
    farewell: Type.Optional(Text),
    doing: optionalText('What they are doing here: "sweeps the floor".'),
    unknown: optionalText('Said when asked for what they know nothing about.'),
    replies: Type.Optional(Replies),
    topics: Type.Optional(Type.Record(Type.String(), Topic)),
    wants: Type.Optional(Type.Array(Want)),
    knows: Type.Optional(Type.Array(Type.String(), { description: 'Facts that they know from the start.' })),
    feeling: Type.Optional(
      Type.Number({
        minimum: -100,
        maximum: 100,
        description: "How they feel about the player at first. Defaults to the faction's reputation.",
      }),
    ),
    health: Type.Optional(Type.Integer({ minimum: 1, description: 'Blows that they stand. Defaults to 3.' })),
    yields: Type.Optional(
      Type.Array(Effect, {
        description: 'They give up instead of dying, and are "beaten" from then on. The effects follow.',
      }),
    ),
    fights: Type.Optional(Type.Number({ description: 'Bonus of theirs in a fight.' })),
    hostile: Type.Optional(Condition),
    route: Type.Optional(
      Type.Object(
        {
          places: Type.Array(Type.String(), { minItems: 1 }),
          every: Type.Integer({ minimum: 1, description: 'Turns at each place.' }),
          when: Type.Optional(Condition),
        },
        { ...strict, description: 'Walks from place to place by turn.' },
      ),
    ),
    follows: Type.Optional(Condition),
    portrait: Type.Optional(Type.String()),
  },
  strict,
)
export type Person = Type.Static<typeof Person>
