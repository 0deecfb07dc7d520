import Type from 'typebox'

/** The author’s notes for the narrating model, in addition to what happens in the story. Everything defaults to none. */
export const StoryNotes = Type.Object(
  {
    style: Type.Optional(
      Type.String({ maxLength: 4_000, description: 'How the story is written, for the whole of it.' }),
    ),
    persona: Type.Optional(Type.String({ maxLength: 4_000, description: "Who the player's character is." })),
    pinned: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), {
        maxItems: 100,
        description: 'Facts that are always sent, one sentence each.',
      }),
    ),
    note: Type.Optional(
      Type.Object(
        {
          text: Type.String({ minLength: 1, maxLength: 4_000 }),
          depth: Type.Integer({
            minimum: 0,
            maximum: 100,
            description: 'How many turns before the present one it stands; 0 is beside the words of the player.',
          }),
        },
        { description: 'A note that stands near the end, where a model heeds it most.' },
      ),
    ),
  },
  { additionalProperties: false },
)
export type StoryNotes = Type.Static<typeof StoryNotes>
