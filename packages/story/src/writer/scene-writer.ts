import Type from 'typebox'
import type { ModelAnswer } from '../model/ask-for.ts'
import type { CallJournal } from '../model/call-journal.ts'
import { type Character, type Location, StoryChange, type StoryMemory } from '../memory/entities.ts'
import type { Outline } from '../outline/outline.ts'
import type { StoryContext } from '../context/build-context.ts'
import type { StoryConfig } from '../project/config.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import type { StoryState } from '../project/state.ts'
import type { ExecutedAction } from '../plan/executed-action.ts'

/** A written scene, its summary, and its changes to memory. */
export const SceneDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 200 }),
  prose: Type.String({ minLength: 1, description: 'Paragraphs, separated by empty lines.' }),
  summary: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    maxItems: 10,
    description: 'What happened. The first line summarizes the whole scene.',
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
  characters: Type.Optional(Type.Array(Type.String(), { description: 'Ids of the characters who are present.' })),
  things: Type.Optional(Type.Array(Type.String(), { description: 'Ids of the things that are handled.' })),
  changes: Type.Optional(Type.Array(StoryChange, { description: 'What the scene changes in the world.' })),
  notes: Type.Optional(Type.Array(Type.String(), { description: 'What the writer could not put right.' })),
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

/** The input of a writer: the plan that ran, its results, and the memory after it. */
export interface WriteRequest {
  tick: number
  state: StoryState
  config: StoryConfig
  plan: StoryPlan
  actions: readonly ExecutedAction[]
  /** Memory before the plan ran. */
  before: StoryMemory
  /** Memory after the plan's tools. */
  memory: StoryMemory
  /** What the plan's tools change in the world. The scene narrates it. */
  changes?: readonly StoryChange[]
  pov: Character
  location: Location | undefined
  outline: Outline
  /** The parts of the planner's prompt. */
  context: StoryContext
  /** What the user wishes for a scene that is written again, and its current prose. */
  wish?: string
  current?: string
  /** The prose of the last scenes, at most 80, oldest first. */
  earlier: readonly string[]
  /** The prose of the previous scene. Empty for the first one. */
  previousProse: string
  /** Keeps the accepted answers of a model, so that a killed tick does not ask again. */
  journal?: CallJournal
  /** A writer can add a model's answers here; they are written to the error file. */
  answers: ModelAnswer[]
}

/** Writes scenes. A host can provide its own. */
export interface SceneWriter {
  readonly name: string
  /** Returns a scene, which is checked before it is committed. */
  write(request: WriteRequest, options?: { signal?: AbortSignal }): Promise<SceneDraft>
}
