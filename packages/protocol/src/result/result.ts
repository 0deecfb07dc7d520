import Type from 'typebox'
import { ProtocolEvent } from '../event/events.ts'
import { AnyObject, AnyValue } from '../json.ts'

/** The final state of a tool. */
export const ToolState = Type.Enum(['completed', 'failed', 'skipped', 'timeout'])
export type ToolState = 'completed' | 'failed' | 'skipped' | 'timeout'

/** Why a plan failed. */
export const FailureReason = Type.Enum([
  'tool_failure',
  'circular_dependency',
  'timeout',
  'invalid_plan',
  'invalid_json',
  'cancelled',
])
export type FailureReason =
  | 'tool_failure'
  | 'circular_dependency'
  | 'timeout'
  | 'invalid_plan'
  | 'invalid_json'
  | 'cancelled'

/** One attempt of a tool: one run of its process. */
export const ToolAttempt = Type.Object({
  attempt: Type.Integer({ minimum: 1 }),
  startedAt: Type.Number({ description: 'Unix time in milliseconds.' }),
  endedAt: Type.Number({ description: 'Unix time in milliseconds.' }),
  ok: Type.Boolean(),
  exitCode: Type.Optional(Type.Integer()),
  exitSignal: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  retryable: Type.Optional(Type.Boolean({ description: 'The details.retryable of the tool.' })),
  eventCount: Type.Integer({
    minimum: 0,
    description: "The number of the tool's events that are from this attempt, in order.",
  }),
})
export type ToolAttempt = Type.Static<typeof ToolAttempt>

/** A file that was checked and registered. */
export const RegisteredAsset = Type.Object({
  assetId: Type.String(),
  toolId: Type.String(),
  kind: Type.String(),
  mediaType: Type.String(),
  path: Type.String({ description: 'Absolute.' }),
  sizeBytes: Type.Integer({ minimum: 0 }),
  metadata: Type.Optional(AnyObject),
})
export type RegisteredAsset = Type.Static<typeof RegisteredAsset>

/** The result of one tool. */
export const ToolResult = Type.Object({
  toolId: Type.String(),
  ok: Type.Boolean(),
  state: ToolState,
  output: AnyObject,
  executionTime: Type.Number({
    minimum: 0,
    description: 'Milliseconds from the first start to the end, delays of retries included.',
  }),
  retryCount: Type.Integer({ minimum: 0 }),
  error: Type.Optional(Type.String()),
  errorCode: Type.Optional(Type.String()),
  failedDependency: Type.Optional(
    Type.String({
      description: 'For a skipped tool: the toolId of the failed tool that it depends on, directly or indirectly.',
    }),
  ),
  summary: Type.Optional(Type.String({ description: "The last attempt's done.summary." })),
  returned: Type.Optional({ ...AnyValue, description: 'The done.result of a completed tool, if it has one.' }),
  refused: Type.Optional(
    Type.Boolean({ description: 'True if the tool completed, but the story forbids the act. The summary says why.' }),
  ),
  events: Type.Array(ProtocolEvent, { description: 'Every event of every attempt, in order.' }),
  attempts: Type.Array(ToolAttempt),
  stderr: Type.Optional(
    Type.String({ description: 'The last 64 KiB of standard error. A line at the start says how much was cut.' }),
  ),
  reused: Type.Optional(Type.Boolean({ description: 'True if a recorded result was used and nothing ran.' })),
})
export type ToolResult = Omit<Type.Static<typeof ToolResult>, 'events' | 'state'> & {
  events: ProtocolEvent[]
  state: ToolState
}

/** The result of a plan. */
export const ExecutionResult = Type.Object(
  {
    planId: Type.String(),
    success: Type.Boolean(),
    narrative: Type.String(),
    executionTime: Type.Number({ minimum: 0, description: 'Milliseconds.' }),
    toolResults: Type.Array(ToolResult),
    failedTools: Type.Array(Type.String()),
    generationAttempt: Type.Integer({ minimum: 1 }),
    canReplan: Type.Boolean(),
    failureReason: Type.Optional(FailureReason),
    issues: Type.Optional(Type.Array(Type.String(), { description: 'All reasons why the plan was refused.' })),
    state: AnyObject,
    assets: Type.Array(RegisteredAsset),
    warnings: Type.Optional(Type.Array(Type.String())),
  },
  { description: 'The result of an execution.' },
)
export type ExecutionResult = Omit<Type.Static<typeof ExecutionResult>, 'toolResults' | 'failureReason'> & {
  toolResults: ToolResult[]
  failureReason?: FailureReason
}
