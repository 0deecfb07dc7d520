import Type from 'typebox'

const hints = {
  title: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  'x-sensitive': Type.Optional(Type.Boolean({ description: 'True for a secret, which is masked when shown.' })),
  'x-env-var': Type.Optional(Type.String({ description: 'The environment variable for the value.' })),
  'x-category': Type.Optional(Type.String({ description: 'The heading of a group of settings.' })),
  'x-advanced': Type.Optional(
    Type.Boolean({ description: 'True for a setting that few players need. A form may hide it at first.' }),
  ),
}

const text = Type.Object({
  ...hints,
  type: Type.Literal('string'),
  default: Type.Optional(Type.String()),
  enum: Type.Optional(Type.Array(Type.String(), { minItems: 1 })),
  'x-enum-labels': Type.Optional(
    Type.Array(Type.String(), { description: 'What a form shows for the values of "enum", in their order.' }),
  ),
  minLength: Type.Optional(Type.Integer({ minimum: 0 })),
  maxLength: Type.Optional(Type.Integer({ minimum: 0 })),
  pattern: Type.Optional(Type.String()),
  format: Type.Optional(Type.String({ description: '"textarea" for a multi-line field, "password" for a secret.' })),
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

/** One setting of a skill: a string, number, integer, boolean, enum or array of strings. */
export const ConfigField = Type.Union([text, number, toggle, list])
export type ConfigField = Type.Static<typeof ConfigField>

/** `config-schema.json`: the subset of JSON Schema that describes a form. */
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
