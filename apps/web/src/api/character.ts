import Type from 'typebox'

const description = Type.Optional(Type.String())

/** Something that is asked about the player's character before a story begins. */
export const CharacterQuestion = Type.Object({
  id: Type.String({ description: 'The key of its answer.' }),
  kind: Type.Enum(['text', 'choice', 'points'], {
    description: 'text: any words. choice: the name of an option. points: a number for each attribute.',
  }),
  question: Type.String(),
  guidance: Type.Optional(Type.String()),
  examples: Type.Optional(Type.Array(Type.String())),
  required: Type.Boolean({ description: 'Whether an empty answer is refused.' }),
  options: Type.Optional(Type.Array(Type.Object({ name: Type.String(), description }))),
  default: Type.Optional(Type.String({ description: 'For choice: the option that an empty answer means.' })),
  isOpen: Type.Optional(Type.Boolean({ description: 'For choice: whether any other words are an answer, too.' })),
  attributes: Type.Optional(
    Type.Array(Type.Object({ name: Type.String(), min: Type.Integer(), max: Type.Integer(), default: Type.Integer() })),
  ),
  pool: Type.Optional(Type.Integer({ description: 'For points: the most that the numbers may be together.' })),
})
export type CharacterQuestion = Type.Static<typeof CharacterQuestion>

/** Answers by the ids of their questions. */
export const CharacterAnswers = Type.Record(
  Type.String({ maxLength: 100 }),
  Type.Union([Type.String({ maxLength: 1_000 }), Type.Record(Type.String({ maxLength: 100 }), Type.Integer())]),
)
export type CharacterAnswers = Type.Static<typeof CharacterAnswers>
