import Type from 'typebox'

const Strings = Type.Array(Type.String())

/** `manifest.json` of a campaign. Unknown fields are kept and ignored. */
export const Manifest = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 200 }),
    version: Type.String({ pattern: '^\\d+\\.\\d+\\.\\d+(?:[-+].*)?$', description: 'Semantic version.' }),
    author: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    genre: Type.Optional(Type.String()),
    tone: Type.Optional(Type.String()),
    content_rating: Type.Optional(Type.Enum(['Everyone', 'Everyone 10+', 'Teen', 'Mature', 'Adults Only'])),
    content_warnings: Type.Optional(Strings),
    rules_hint: Type.Optional(Type.Enum(['rules-light', 'narrative', 'crunchy', 'tactical'])),
    hydration_guidance: Type.Optional(Type.String({ description: 'How much a model may invent.' })),
    estimated_playtime_hours: Type.Optional(Type.Number({ minimum: 0 })),
    player_count: Type.Optional(
      Type.Object({
        min: Type.Optional(Type.Integer({ minimum: 1 })),
        max: Type.Optional(Type.Integer({ minimum: 1 })),
      }),
    ),
    campaign_format_version: Type.Optional(Type.String()),
    cover: Type.Optional(Type.String({ description: 'Path of a picture in `art/`.' })),
    homepage: Type.Optional(Type.String()),
    license: Type.Optional(Type.String()),
    tags: Type.Optional(Strings),
    generated: Type.Optional(Type.Boolean({ description: 'Whether a model wrote this campaign.' })),
    generated_by: Type.Optional(Type.String({ description: 'The model that wrote it.' })),
    generated_at: Type.Optional(Type.String({ description: 'When it was written, as ISO 8601.' })),
  },
  { description: 'The manifest of a campaign.' },
)
export type Manifest = Type.Static<typeof Manifest>
