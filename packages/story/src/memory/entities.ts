import Type from 'typebox'

const texts = Type.Array(Type.String())

/** A person of the story. */
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

/** A place of the story. */
export const Location = Type.Object({
  id: Type.String({ pattern: '^L\\d+$' }),
  name: Type.String({ minLength: 1 }),
  description: Type.String(),
  atmosphere: Type.String(),
  features: texts,
  created_in_tick: Type.Integer({ minimum: 0 }),
})
export type Location = Type.Static<typeof Location>

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
  word_count: Type.Integer({ minimum: 0 }),
  created_at: Type.String(),
})
export type Scene = Type.Static<typeof Scene>

/** Everything that is known about a novel, by id. */
export interface StoryMemory {
  characters: Record<string, Character>
  locations: Record<string, Location>
  relationships: Record<string, Relationship>
  open_loops: Record<string, OpenLoop>
  scenes: Record<string, Scene>
}

/** The schema of each part of memory. */
export const memorySchemas = {
  characters: Character,
  locations: Location,
  relationships: Relationship,
  open_loops: OpenLoop,
  scenes: Scene,
}
export type MemoryPart = keyof StoryMemory

/** The parts of memory. */
export const memoryParts = Object.keys(memorySchemas) as MemoryPart[]
