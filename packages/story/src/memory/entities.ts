import Type from 'typebox'

const texts = Type.Array(Type.String())

export const Character = Type.Object({
  id: Type.String({ pattern: '^C\\d+$' }),
  name: Type.String({ minLength: 1 }),
  role: Type.String(),
  description: Type.String(),
  pronouns: Type.Optional(Type.String()),
  traits: texts,
  goals: texts,
  current_state: Type.Object({
    goals: texts,
    emotional_state: Type.String(),
    location: Type.Optional(Type.String()),
  }),
  created_in_tick: Type.Integer({ minimum: 0 }),
})
export type Character = Type.Static<typeof Character>

export const Location = Type.Object({
  id: Type.String({ pattern: '^L\\d+$' }),
  name: Type.String({ minLength: 1 }),
  description: Type.String(),
  atmosphere: Type.String(),
  features: texts,
  created_in_tick: Type.Integer({ minimum: 0 }),
})
export type Location = Type.Static<typeof Location>

export const Thing = Type.Object({
  id: Type.String({ pattern: '^T\\d+$' }),
  name: Type.String({ minLength: 1, description: 'As in running text, with its article.' }),
  description: Type.String(),
  at: Type.String({
    minLength: 1,
    description: 'Where it was at first: a location, a character, in: and a thing, or nowhere.',
  }),
  fixed: Type.Optional(Type.Boolean({ description: 'It cannot be carried.' })),
  created_in_tick: Type.Integer({ minimum: 0 }),
})
export type Thing = Type.Static<typeof Thing>

/** A change of the state of the world that a scene narrated, and the words that narrated it. */
export const StoryChange = Type.Object({
  kind: Type.Enum(['moves', 'dies', 'leaves', 'returns', 'learns', 'happens'], {
    description:
      'A thing or character moves to a location or character; a character dies, leaves permanently, returns or learns.',
  }),
  id: Type.String({ minLength: 1, description: 'The thing or character; of what happens, its name.' }),
  to: Type.Optional(Type.String({ description: 'Where it moves: a location, a character, or in: and a thing.' })),
  fact: Type.Optional(Type.String({ description: 'What a character learns, as a sentence.' })),
  cause: Type.String({ minLength: 1, description: 'The words of the scene that narrate it.' }),
  planned: Type.Optional(
    Type.Boolean({ description: 'A tool of the plan made it. It stays if the scene is written again.' }),
  ),
})
export type StoryChange = Type.Static<typeof StoryChange>

/** The relationship of two characters and its history. */
export const Relationship = Type.Object({
  id: Type.String({ pattern: '^R\\d+$' }),
  character_a: Type.String({ minLength: 1 }),
  character_b: Type.String({ minLength: 1 }),
  relationship_type: Type.String(),
  status: Type.String(),
  intensity: Type.Number({ minimum: 0, maximum: 10 }),
  perspective_a: Type.String(),
  perspective_b: Type.String(),
  history: Type.Array(
    Type.Object({
      tick: Type.Integer(),
      event: Type.String(),
      status: Type.String(),
      scene_id: Type.Optional(Type.String()),
    }),
  ),
  created_in_tick: Type.Integer({ minimum: 0 }),
})
export type Relationship = Type.Static<typeof Relationship>

/** A question, promise or threat that the story has raised. */
export const OpenLoop = Type.Object({
  id: Type.String({ pattern: '^OL\\d+$' }),
  description: Type.String({ minLength: 1 }),
  category: Type.String(),
  importance: Type.Enum(['high', 'medium', 'low']),
  status: Type.Enum(['open', 'closed']),
  created_in_scene: Type.Union([Type.String(), Type.Null()], { description: 'Null if the premise raises it.' }),
  developed_in: texts,
  closed_in_scene: Type.Union([Type.String(), Type.Null()]),
  resolution: Type.String(),
})
export type OpenLoop = Type.Static<typeof OpenLoop>

/** A written scene. Its prose is in `scenes/`. */
export const Scene = Type.Object({
  id: Type.String({ pattern: '^S\\d{3,}$' }),
  tick: Type.Integer({ minimum: 1 }),
  title: Type.String({ minLength: 1 }),
  pov_character: Type.String(),
  location: Type.Union([Type.String(), Type.Null()]),
  intention: Type.String(),
  summary: texts,
  characters: texts,
  loops: Type.Object({ raised: texts, developed: texts, closed: texts }),
  beat: Type.Optional(Type.String({ description: 'The beat of the outline that it narrates.' })),
  things: Type.Optional(Type.Array(Type.String(), { description: 'Ids of the things that are handled.' })),
  changes: Type.Optional(Type.Array(StoryChange)),
  word_count: Type.Integer({ minimum: 0 }),
  created_at: Type.String(),
})
export type Scene = Type.Static<typeof Scene>

/** Everything that is known about a novel, by id. */
export interface StoryMemory {
  characters: Record<string, Character>
  locations: Record<string, Location>
  things: Record<string, Thing>
  relationships: Record<string, Relationship>
  open_loops: Record<string, OpenLoop>
  scenes: Record<string, Scene>
}

export const memorySchemas = {
  characters: Character,
  locations: Location,
  things: Thing,
  relationships: Relationship,
  open_loops: OpenLoop,
  scenes: Scene,
}
export type MemoryPart = keyof StoryMemory

export const memoryParts = Object.keys(memorySchemas) as MemoryPart[]
