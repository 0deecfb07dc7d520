import type { JsonObject } from '@narratoria/protocol'
import type { ToolContext } from './context/tool-context.ts'
import type { Refusal } from './refuse.ts'
import type { InputOf, InputSchema } from './input/input-schema.ts'

/** What a tool's function returns: a summary, a refusal or nothing. */
export type ToolReturn = string | Refusal | void

/**
 * The function of a tool. Emits through the context and returns a summary, a refusal made by `refuse`, or nothing. Throw a
 * `ToolError` to fail.
 */
export type ToolFunction<Input> = (input: Input, context: ToolContext) => ToolReturn | Promise<ToolReturn>

/**
 * Argument of {@link defineTool}. `Input` is a type parameter of its own because comparing the inputs of two unknown schemas
 * takes the compiler seconds.
 */
export interface ToolDefinition<Schema extends InputSchema | undefined, Input = InputOf<Schema>> {
  /** The tool's name, as in its skill's manifest. */
  name: string
  /** What the tool does, for the skill's manifest. */
  description?: string
  /** Schema of the input, checked before `run`. An input that does not match fails the invocation with `invalid_input`. */
  input?: Schema
  run: ToolFunction<NoInfer<Input>>
}

/** A defined tool. It runs when its file is started as a process, or in process by `testTool`. */
export interface Tool<Input> {
  readonly name: string
  readonly description: string | undefined
  readonly input: InputSchema | undefined
  /** JSON Schema of the input for a skill's manifest; undefined if the schema's library does not provide it. */
  readonly inputJsonSchema: JsonObject | undefined
  readonly run: ToolFunction<Input>
  /**
   * Reads the request from standard input, runs the tool and ends the process. {@link defineTool} calls it in the entry file of
   * the process; call it yourself if the tool is defined in another file.
   */
  start(): void
}

/** A tool with any input. */
// oxlint-disable-next-line typescript/no-explicit-any -- function parameters have no narrower common type
export type AnyTool = Tool<any>
