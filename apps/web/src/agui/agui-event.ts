import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { JsonPatchOperation } from './json-patch.ts'

/** A message of a thread, as AG-UI clients keep it. */
export type AguiMessage =
  | { id: string; role: 'user'; content: string }
  | { id: string; role: 'assistant'; content: string }
  | { id: string; role: 'assistant'; toolCalls: [AguiToolCall] }
  | { id: string; role: 'tool'; toolCallId: string; content: string }

interface AguiToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

/** Tokens that a model used in a run. */
export interface AguiUsage {
  model: string
  inputTokens: number
  outputTokens: number
}

/** An AG-UI event, of the kinds that a turn needs. */
export type AguiEvent =
  | { type: 'RUN_STARTED'; threadId: string; runId: string }
  | {
      type: 'RUN_FINISHED'
      threadId: string
      runId: string
      outcome: { type: 'success' }
      result: JsonObject
      usage?: AguiUsage[]
    }
  | { type: 'RUN_ERROR'; message: string; code: string }
  | { type: 'STEP_STARTED' | 'STEP_FINISHED'; stepName: string }
  | { type: 'TEXT_MESSAGE_START'; messageId: string; role: 'assistant' }
  | { type: 'TEXT_MESSAGE_CONTENT'; messageId: string; delta: string }
  | { type: 'TEXT_MESSAGE_END'; messageId: string }
  | { type: 'TOOL_CALL_START'; toolCallId: string; toolCallName: string }
  | { type: 'TOOL_CALL_ARGS'; toolCallId: string; delta: string }
  | { type: 'TOOL_CALL_END'; toolCallId: string }
  | { type: 'TOOL_CALL_RESULT'; messageId: string; toolCallId: string; role: 'tool'; content: string }
  | { type: 'STATE_SNAPSHOT'; snapshot: JsonObject }
  | { type: 'STATE_DELTA'; delta: JsonPatchOperation[] }
  | { type: 'MESSAGES_SNAPSHOT'; messages: unknown[] }
  | { type: 'ACTIVITY_SNAPSHOT'; messageId: string; activityType: 'narratoria.plan'; content: JsonObject }
  | { type: 'ACTIVITY_DELTA'; messageId: string; activityType: 'narratoria.plan'; patch: PlanPatch }
  | { type: 'CUSTOM'; name: AguiCustomName; value: JsonValue }

/** Replaces members of a plan's activity, which all exist. */
type PlanPatch = { op: 'replace'; path: string; value: JsonValue }[]

/** The names of the custom events. */
export type AguiCustomName = `narratoria.${'turn' | 'choices' | 'asset' | 'log' | 'ui' | 'retry' | 'warning'}`
