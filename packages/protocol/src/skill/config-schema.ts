import Type from 'typebox'

const hints = {
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  'x-sensitive': Type.Optional(Type.Boolean({ description: 'A secret: masked wherever it is shown.' })),
  'x-env-var': Type.Optional(Type.String({ description: 'The environment variable that usually holds the value.' })),
  'x-category': Type.Optional(Type.String({ description: 'A heading to group settings under.' })),
}

const text = Type.Object({
  ...hints,
  type: Type.Literal('string'),
  default: Type.Optional(Type.String()),
  enum: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  minLength: Type.Optional(Type.Integer({ minimum: 0 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 0 })),
  pattern: Type.Optional(Type.String()),
  format: Type.Optional(Type.String({ description: '"textarea" asks for a freeform, multi-line field.' })),
})

const number = Type.Object({
  ...hints,
  type: Type.Enum(['number', 'integer']),
  default: Type.Optional(Type.Number()),
  minimum: Type.Optional(Type.Number()),
  maximum: Type.Optional(Type.Number()),
})

const toggle = Type.Object({ ...hints, type: Type.Literal('boolean'), default: Type.Optional(Type.Boolean()) })

const list = Type.Object({
  ...hints,
  type: Type.Literal('array'),
  items: Type.Object({ type: Type.Literal('string') }),
  default: Type.Optional(Type.Array(Type.String())),
  minItems: Type.Optional(Type.Integer({ minimum: 0 })),
  maxItems: Type.Optional(Type.Integer({ minimum: 0 })),
})

/** One setting of a skill (FR-039): text, number, integer, boolean, enum or a list of texts. */
export const ConfigField = Type.Union([text, number, toggle, list])
export type ConfigField = Type.Static<typeof ConfigField>

/** `config-schema.json`: the JSON Schema subset that forms are made from (FR-038). */
export const ConfigSchema = Type.Object(
  {
    $schema: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    type: Type.Literal('object'),
    properties: Type.Unsafe<Record<string, ConfigField>>({ type: 'object', additionalProperties: ConfigField }),
    required: Type.Optional(Type.Array(Type.String())),
    additionalProperties: Type.Optional(Type.Boolean()),
  },
  { description: 'The settings of a skill, config-schema.json.' },
)
export type ConfigSchema = Type.Static<typeof ConfigSchema>
