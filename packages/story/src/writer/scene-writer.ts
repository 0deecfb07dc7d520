import Type from 'typebox'
import type { ModelAnswer } from '../model/ask-for.ts'
import type { Character, Location, StoryMemory } from '../memory/entities.ts'
import type { StoryConfig } from '../project/config.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import type { StoryState } from '../project/state.ts'
import type { ExecutedAction } from '../plan/executed-action.ts'

/** A written scene, its summary, and what it changes. */
export const SceneDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  prose: Type.String({ minLength: 1, description: 'Paragraphs with an empty line between them.' }),
  summary: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: 10,
    description: 'What happened; the first line stands for the whole scene.',
  }),
  loops_raised: Type.Optional(
    Type.Array(
      Type.Object({
        description: Type.String({ minLength: 1 }),
        category: Type.String(),
        importance: Type.Enum(['high', 'medium', 'low']),
      }),
    ),
  ),
  loops_developed: Type.Optional(Type.Array(Type.String(), { description: 'Ids of open loops.' })),
  loops_closed: Type.Optional(Type.Array(Type.Object({ id: Type.String(), resolution: Type.String() }))),
  characters: Type.Optional(Type.Array(Type.String(), { description: 'Ids of those present.' })),
  pov_emotional_state: Type.Optional(Type.String()),
  pov_goals: Type.Optional(Type.Array(Type.String())),
  relationship_changes: Type.Optional(
    Type.Array(
      Type.Object({
        character_a: Type.String(),
        character_b: Type.String(),
        status: Type.String({ minLength: 1 }),
        event: Type.String(),
      }),
    ),
  ),
})
export type SceneDraft = Type.Static<typeof SceneDraft>

/** What a writer gets: the plan that ran, what came of it, and the memory as the tools left it. */
export interface WriteRequest {
  tick: number
  state: StoryState
  config: StoryConfig
  plan: StoryPlan
  actions: readonly ExecutedAction[]
  /** Memory before the plan ran. */
  before: StoryMemory
  /** Memory with what the tools made. */
  memory: StoryMemory
  pov: Character
  location: Location | undefined
  /** The prose of the scene before; empty for the first. */
  previousProse: string
  /** Where a model's answers are kept for the error file. */
  answers: ModelAnswer[]
}

/** Writes scenes. One class per back end; hosts may write their own. */
export interface SceneWriter {
  readonly name: string
  /** Rejects when it cannot; what it answers with is checked before it is kept. */
  write(request: WriteRequest, options?: { signal?: AbortSignal }): Promise<SceneDraft>
}
