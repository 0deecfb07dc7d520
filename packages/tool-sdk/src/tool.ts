import type { JsonObject } from '@narratoria/protocol'
import type { ToolContext } from './context/tool-context.ts'
import type { InputOf, InputSchema } from './input/input-schema.ts'

/** What a tool does: reads its input, emits through the context, and returns a summary or nothing; throws to fail. */
export type ToolRun<Input> = (input: Input, context: ToolContext) => string | void | Promise<string | void>

/**
 * What {@link defineTool} takes. `Input` stands for itself, since a compiler that had to compare the inputs of two unknown
 * schemas would take seconds for it.
 */
export interface ToolDefinition<Schema extends InputSchema | undefined, Input = InputOf<Schema>> {
  /** The tool's name, as in its skill's manifest. */
  name: string
  description?: string
  /** Checked before `run`; an input that does not match fails the invocation with `invalid_input`. */
  input?: Schema
  run: ToolRun<NoInfer<Input>>
}

/** A tool: run by its own file, by {@link Tool.start}, or in process by `testTool`. */
export interface Tool<Input> {
  readonly name: string
  readonly description: string | undefined
  readonly input: InputSchema | undefined
  /** JSON Schema of the input for a skill's manifest; `undefined` where the schema's library cannot tell it. */
  readonly inputJsonSchema: JsonObject | undefined
  readonly run: ToolRun<Input>
  /**
   * Serves the one invocation of this process: reads the request from standard input, runs, ends the process. Called
   * by {@link defineTool} in the process's entry file; call it yourself when the tool is defined elsewhere.
   */
  start(): void
}

/** Any tool, whatever its input. */
// oxlint-disable-next-line typescript/no-explicit-any -- a function's parameter admits no narrower common type
export type AnyTool = Tool<any>
