export { describeIssues, listIssues, matches, type SchemaIssue } from './check.ts'
export { NarratoriaError, ProtocolError, type ProtocolErrorCode } from './errors.ts'
export { Choice, parseChoices } from './event/choices.ts'
export {
  AssetEvent,
  DoneEvent,
  ErrorEvent,
  LogEvent,
  PROTOCOL_VERSION,
  ProtocolEvent,
  StatePatchEvent,
  UiEvent,
} from './event/events.ts'
export { isMediaType } from './event/media-type.ts'
export { isJsonObject, type JsonObject, type JsonValue } from './json.ts'
export { mergePatch, mergePatches } from './merge/merge-patch.ts'
export { Plan, PlanMetadata, RetryPolicy, ToolInvocation } from './plan/plan.ts'
export { EventReader, type ReadOptions } from './read/event-reader.ts'
export { LineReader } from './read/line-reader.ts'
export { parseEvent } from './read/parse-event.ts'
export { parseEvents } from './read/parse-events.ts'
export { ToolRequest, TurnPosition } from './request/tool-request.ts'
export { ExecutionResult, FailureReason, RegisteredAsset, ToolAttempt, ToolResult, ToolState } from './result/result.ts'
export { ConfigField, ConfigSchema } from './skill/config-schema.ts'
export { SkillManifest, SkillScriptManifest, Trigger } from './skill/manifest.ts'
export { ExecutionEvent } from './turn/execution-event.ts'
export { TurnAttempt, TurnEvent, TurnResult } from './turn/turn-event.ts'
export { type AssetCode, type FileFact, findAssetFault } from './verdict/asset-fault.ts'
export { type AttemptEnd, type EndCode, type EndFault, findAttemptFailure } from './verdict/attempt-failure.ts'
