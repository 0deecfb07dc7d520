import Type from 'typebox'

const strings = Type.Array(Type.String())
const text = Type.Optional(Type.String())

/** `characters/npcs/NAME/profile.json`. Unknown fields are kept and ignored. */
export const Profile = Type.Object(
  {
    name: Type.String({ minLength: 1 }),
    role: Type.String({ description: 'Another name that a player may type.' }),
    personality: Type.Object({
      traits: Type.Array(Type.String(), { minItems: 1 }),
      flaws: Type.Optional(strings),
      virtues: Type.Optional(strings),
    }),
    appearance: Type.Optional(Type.String({ description: 'What the player sees.' })),
    portrait: Type.Optional(Type.String({ description: 'A picture in `art/`.' })),
    pronoun: Type.Optional(Type.Enum(['she', 'he', 'they'])),
    location: Type.Optional(Type.String({ description: 'The id of a place.' })),
    faction: text,
    inventory: Type.Optional(strings),
    topics: Type.Optional(
      Type.Record(Type.String(), Type.Unsafe<object>({ type: 'object' }), { description: 'As in world files.' }),
    ),
    background: text,
    voice: text,
  },
  { description: 'A person of a campaign.' },
)

const Beat = Type.Object({
  id: Type.String({ minLength: 1 }),
  title: text,
  description: Type.Optional(Type.String({ description: 'Read when the beat happens.' })),
  priority: Type.Optional(Type.Enum(['critical', 'high', 'medium', 'low', 'optional'])),
  location: Type.Optional(Type.String({ description: 'The id of a place.' })),
  when: Type.Optional(Type.Unsafe<unknown>({ description: 'A condition as in world files.' })),
  then: Type.Optional(
    Type.Array(Type.Unsafe<object>({ type: 'object' }), { description: 'Effects as in world files.' }),
  ),
  unless: Type.Optional(Type.Unsafe<unknown>({ description: 'A condition as in world files.' })),
  conditions: Type.Optional(
    Type.Object({
      scene_count: Type.Optional(
        Type.Object({ min: Type.Optional(Type.Integer()), max: Type.Optional(Type.Integer()) }),
      ),
      requires_beat: Type.Optional(Type.Union([Type.String(), strings])),
      requires_any_beat: Type.Optional(Type.Union([Type.String(), strings])),
      player_state: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'Flags and their values.' })),
      world_state: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'Flags and their values.' })),
      npc_state: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'People and their properties.' })),
    }),
  ),
  consequences: Type.Optional(Type.Unsafe<object>({ type: 'object', description: 'Flags and their values.' })),
  dialogue: Type.Optional(Type.Array(Type.Object({ speaker: Type.String(), line: Type.String() }))),
})

/** `plot/beats.json`. Unknown fields are kept and ignored. */
export const Beats = Type.Object({ beats: Type.Array(Beat) }, { description: 'The beats of a campaign.' })
