export type { KnownUiPayloads, ToolAsset, ToolContext, ToolLog, ToolProgress, ToolUi } from './context/tool-context.ts'
export { countTurns } from './count-turns.ts'
export { defineTool } from './define-tool.ts'
export type { InputOf, InputSchema } from './input/input-schema.ts'
export { type Refusal, refuse } from './refuse.ts'
export type { ToolOutcome } from './tool-outcome.ts'
export type {
  AnyTool,
  CallOptions,
  InvokeOptions,
  Tool,
  ToolDefinition,
  ToolFunction,
  ToolOutput,
  ToolReturn,
} from './tool.ts'
export { ToolError, type ToolErrorOptions } from './tool-error.ts'
