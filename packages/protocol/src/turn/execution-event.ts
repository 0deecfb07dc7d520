import Type from 'typebox'
import { ProtocolEvent } from '../event/events.ts'
import { RegisteredAsset, ToolResult } from '../result/result.ts'

/** The fields of every event of an execution. */
const stamp = {
  planId: Type.String(),
  at: Type.Number({ description: 'Unix time in milliseconds.' }),
}
const ofTool = { ...stamp, toolId: Type.String() }

/** The process of an attempt was started. */
export const ToolStarted = Type.Object({
  ...ofTool,
  type: Type.Literal('tool_started'),
  toolPath: Type.String(),
  attempt: Type.Integer({ minimum: 1 }),
})
/** A tool is waiting. */
export const ToolWaiting = Type.Object({
  ...ofTool,
  type: Type.Literal('tool_waiting'),
  waitsFor: Type.Array(Type.String(), {
    description: 'The unfinished dependencies; empty if it waits for a free slot.',
  }),
})
/** A tool emitted an event. */
export const ToolEmitted = Type.Object({
  ...ofTool,
  type: Type.Literal('tool_event'),
  attempt: Type.Integer({ minimum: 1 }),
  event: ProtocolEvent,
})
/** An attempt failed and another one follows. */
export const ToolRetry = Type.Object({
  ...ofTool,
  type: Type.Literal('tool_retry'),
  attempt: Type.Integer({ minimum: 2, description: 'The number of the next attempt.' }),
  delayMs: Type.Number({ minimum: 0 }),
  errorCode: Type.String(),
  error: Type.String(),
})
/** A tool reached its final state. */
export const ToolFinished = Type.Object({ ...ofTool, type: Type.Literal('tool_finished'), result: ToolResult })
/** A file was checked and registered. */
export const AssetRegistered = Type.Object({ ...stamp, type: Type.Literal('asset'), asset: RegisteredAsset })
/** A problem that does not fail the plan. */
export const ExecutionWarning = Type.Object({
  ...stamp,
  type: Type.Literal('warning'),
  toolId: Type.Optional(Type.String()),
  code: Type.String(),
  message: Type.String(),
})

/** An event of an execution. All of them in order are the trace. */
export type ExecutionEvent =
  | Type.Static<typeof ToolStarted>
  | Type.Static<typeof ToolWaiting>
  | (Omit<Type.Static<typeof ToolEmitted>, 'event'> & { event: ProtocolEvent })
  | Type.Static<typeof ToolRetry>
  | (Omit<Type.Static<typeof ToolFinished>, 'result'> & { result: ToolResult })
  | Type.Static<typeof AssetRegistered>
  | Type.Static<typeof ExecutionWarning>
export const ExecutionEvent = Type.Union([
  ToolStarted,
  ToolWaiting,
  ToolEmitted,
  ToolRetry,
  ToolFinished,
  AssetRegistered,
  ExecutionWarning,
])
