import Type from 'typebox'
import { AnyObject } from '../json.ts'

/** The number of retries of a failed tool, and their delay. */
export const RetryPolicy = Type.Object({
  maxRetries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: 3 })),
  backoffMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      default: 100,
      description: 'Retry k waits at least backoffMs × 2^(k-1) milliseconds, at most 30 s.',
    }),
  ),
})
export type RetryPolicy = Type.Static<typeof RetryPolicy>

/** One tool to run. */
export const ToolInvocation = Type.Object({
  toolId: Type.String({ minLength: 1, description: 'Unique within the plan.' }),
  toolPath: Type.String({ minLength: 1, description: 'The executable, absolute or from the working directory.' }),
  input: Type.Optional({
    ...AnyObject,
    description:
      'Any value in it may be {"$from": toolId, "pointer": JSON Pointer}: what the earlier tool returned, or a part of it.',
  }),
  dependencies: Type.Optional(Type.Array(Type.String({ minLength: 1 }))),
  required: Type.Optional(Type.Boolean({ default: true })),
  async: Type.Optional(Type.Boolean({ default: false })),
  retryPolicy: Type.Optional(RetryPolicy),
})
export type ToolInvocation = Type.Static<typeof ToolInvocation>

/** The origin of a plan. */
export const PlanMetadata = Type.Object({
  generationAttempt: Type.Optional(Type.Integer({ minimum: 1 })),
  parentPlanId: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  planner: Type.Optional(Type.String({ description: 'The planner that wrote the plan.' })),
  generatedAt: Type.Optional(Type.String({ description: 'ISO 8601 date and time.' })),
})
export type PlanMetadata = Type.Static<typeof PlanMetadata>

const uuid = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'

/** Plan JSON: a directed acyclic graph of tool invocations. */
export const Plan = Type.Object(
  {
    requestId: Type.String({ pattern: uuid, description: 'A UUID of this plan.' }),
    narrative: Type.Optional(Type.String()),
    tools: Type.Array(ToolInvocation),
    parallel: Type.Optional(Type.Boolean({ default: false })),
    disabledSkills: Type.Optional(Type.Array(Type.String())),
    metadata: Type.Optional(PlanMetadata),
  },
  { description: 'A plan: written by a planner, run by an executor.' },
)
export type Plan = Type.Static<typeof Plan>
