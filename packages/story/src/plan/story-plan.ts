import type { JsonObject } from '@narratoria/protocol'
import Type from 'typebox'

/** One tool call of a story plan. */
export const StoryAction = Type.Object({
  tool: Type.String({ minLength: 1, description: 'A tool name, such as memory.search.' }),
  args: Type.Unsafe<JsonObject>({ type: 'object' }),
  reason: Type.Optional(Type.String({ description: 'Why this tool is needed.' })),
})
export type StoryAction = Type.Static<typeof StoryAction>

/** The intention of the next scene and the tool calls that prepare it. */
export const StoryPlan = Type.Object({
  tick: Type.Optional(Type.Integer({ minimum: 1 })),
  timestamp: Type.Optional(Type.String()),
  rationale: Type.String({ minLength: 1, description: 'Why this plan makes sense for the story.' }),
  scene_intention: Type.String({ minLength: 1, description: 'What should happen in this scene.' }),
  pov_character: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  target_location: Type.Optional(
    Type.Union([Type.String(), Type.Null()], { description: 'Null for a location that the plan creates.' }),
  ),
  beat: Type.Optional(Type.String({ description: 'The beat of the outline that the scene narrates.' })),
  people: Type.Optional(Type.Array(Type.String(), { description: 'Ids of the characters who are present.' })),
  things: Type.Optional(Type.Array(Type.String(), { description: 'Ids of the things that are handled.' })),
  actions: Type.Array(StoryAction, { maxItems: 50 }),
  expected_outcomes: Type.Optional(Type.Array(Type.String())),
})
export type StoryPlan = Type.Static<typeof StoryPlan>

/** A plan with more tool calls than this gets a warning. */
export const softToolLimit = 4
