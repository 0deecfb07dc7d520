import Type from 'typebox'

const name = Type.String({ minLength: 1, maxLength: 60 })
const sentence = Type.String({ minLength: 1, maxLength: 600 })

/** A world as a model writes it: parts name each other by their names. */
export const PremiseDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 80 }),
  opening: Type.String({ minLength: 1, maxLength: 1_200 }),
  start: name,
  places: Type.Array(
    Type.Object({
      name,
      description: sentence,
      exits: Type.Array(
        Type.Object({
          direction: Type.Enum(['north', 'south', 'east', 'west', 'up', 'down', 'in', 'out']),
          to: name,
        }),
        { maxItems: 6 },
      ),
    }),
    { minItems: 2, maxItems: 8 },
  ),
  things: Type.Array(
    Type.Object({
      name,
      description: sentence,
      at: Type.Optional(name),
      inside: Type.Optional(name),
      locked_with: Type.Optional(name),
      written: Type.Optional(sentence),
      portable: Type.Optional(Type.Boolean()),
    }),
    { minItems: 1, maxItems: 14 },
  ),
  people: Type.Array(
    Type.Object({
      name,
      role: Type.Optional(name),
      pronoun: Type.Enum(['she', 'he', 'they']),
      description: sentence,
      doing: Type.String({ minLength: 1, maxLength: 120 }),
      greeting: sentence,
      at: name,
      topics: Type.Array(Type.Object({ about: name, answer: sentence }), { minItems: 1, maxItems: 6 }),
    }),
    { minItems: 1, maxItems: 5 },
  ),
  goal: Type.Object({
    kind: Type.Enum(['bring', 'give', 'reach']),
    text: Type.String({ minLength: 1, maxLength: 200 }),
    thing: Type.Optional(name),
    person: Type.Optional(name),
    place: Type.Optional(name),
  }),
  ending: Type.Object({
    title: Type.String({ minLength: 1, maxLength: 80 }),
    text: Type.String({ minLength: 1, maxLength: 1_200 }),
  }),
})
export type PremiseDraft = Type.Static<typeof PremiseDraft>
