import Type from 'typebox'

/** The text of an entry of a lorebook, and where it stands in a request to a narrating model. */
export const LoreText = Type.Object({
  name: Type.String(),
  text: Type.String(),
  depth: Type.Optional(
    Type.Object(
      { messages: Type.Integer({ minimum: 0 }), from: Type.Enum(['end', 'start']) },
      {
        description:
          'The text stands among the messages of the story: the number of messages after it, or before it where `from` is `start`.',
      },
    ),
  ),
  role: Type.Optional(
    Type.Enum(['system', 'user', 'assistant'], {
      description: 'Whose message the text is part of, where there is a choice.',
    }),
  ),
})
export type LoreText = Type.Static<typeof LoreText>
