import Type from 'typebox'

const strings = Type.Array(Type.String())
const itemList = Type.Optional(
  Type.Array(Type.String(), { description: 'Ids or names of things of the world, or new ones.' }),
)

const Origin = Type.Object({
  name: Type.String({ minLength: 1 }),
  description: Type.Optional(Type.String()),
  traits: Type.Optional(
    Type.Union([strings, Type.Record(Type.String(), Type.Integer())], {
      description: 'Words, or words with what they add to rolls whose task names them.',
    }),
  ),
  abilities: Type.Optional(strings),
  starting_items: itemList,
  restrictions: Type.Optional(Type.Union([Type.String(), strings])),
})

const Attribute = Type.Object({
  name: Type.String({ minLength: 1 }),
  min: Type.Optional(Type.Integer()),
  max: Type.Optional(Type.Integer()),
  default: Type.Optional(Type.Integer()),
})

const origins = Type.Optional(Type.Array(Origin, { minItems: 1 }))

/** `characters/player/template.json`: who the player's character can be. Unknown fields are kept and ignored. */
export const PlayerTemplate = Type.Object(
  {
    name: Type.Optional(Type.String({ description: 'The name, if it is not asked for.' })),
    description: Type.Optional(Type.String()),
    background: Type.Optional(Type.String()),
    character_creation: Type.Optional(
      Type.Object({
        mode: Type.Optional(
          Type.Enum(['freeform', 'guided', 'preset'], {
            description:
              'freeform: name and description are asked for. guided: every list and prompt of the template. preset: one of "presets". Without it, nothing is asked.',
          }),
        ),
        guidance: Type.Optional(Type.String()),
      }),
    ),
    presets: origins,
    allowed_races: origins,
    allowed_classes: origins,
    allowed_backgrounds: origins,
    required_attributes: Type.Optional(strings),
    optional_attributes: Type.Optional(strings),
    starting_stats: Type.Optional(
      Type.Object({
        point_pool: Type.Optional(Type.Integer({ minimum: 0 })),
        attributes: Type.Optional(Type.Array(Attribute)),
      }),
    ),
    starting_location: Type.Optional(Type.String({ description: 'The id of a place.' })),
    starting_items: itemList,
    constraints: Type.Optional(strings),
    themes: Type.Optional(strings),
    prompts: Type.Optional(
      Type.Array(
        Type.Object({
          question: Type.String({ minLength: 1 }),
          guidance: Type.Optional(Type.String()),
          examples: Type.Optional(strings),
        }),
      ),
    ),
  },
  { description: 'The template of the player’s character.' },
)
export type PlayerTemplate = Type.Static<typeof PlayerTemplate>
export type Origin = Type.Static<typeof Origin>
