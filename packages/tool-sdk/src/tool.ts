import type { JsonObject, JsonValue, ProtocolEvent, ToolRequest } from '@narratoria/protocol'
import type { Trigger } from '@narratoria/protocol/skill'
import type { ToolContext } from './context/tool-context.ts'
import type { ToolOutcome } from './tool-outcome.ts'
import type { Refusal } from './refuse.ts'
import type { InputOf, InputSchema } from './input/input-schema.ts'

/** The return value of a tool, for the tools that depend on it. */
export interface ToolOutput {
  /** At most 1 MiB as JSON. */
  result: JsonValue
  /** One sentence about what happened. */
  summary?: string
}

/** What a tool's function returns: a summary, a return value, a refusal or nothing. */
export type ToolReturn = string | ToolOutput | Refusal | void

/** Options of {@link Tool.call}. */
export interface CallOptions {
  /** Receives each event as one line of JSON with its line feed, up to `done`. */
  write: (line: string) => void
  /** Terminates the tool. Defaults to never. */
  signal?: AbortSignal
  /** Receives the stack of an unexpected error. Defaults to ignoring it. */
  print?: (text: string) => void
}

/** Options of {@link Tool.invoke}. */
export interface InvokeOptions {
  /** Fields of the request that the tool may read, such as `state` and `skill`. */
  request?: Partial<ToolRequest>
  /** Terminates the tool. Defaults to never. */
  signal?: AbortSignal
  /** Called with each event when the tool emits it. */
  onEvent?: (event: ProtocolEvent) => void
  /** Receives the stack of an unexpected error. Defaults to ignoring it. */
  print?: (text: string) => void
}

/**
 * The function of a tool. Emits through the context and returns a summary, a return value for other tools, a refusal made by
 * `refuse`, or nothing. Throw a `ToolError` to fail.
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
  /** When the tool fits a prompt, for hosts that run it in process. Defaults to the words of its name. */
  triggers?: readonly (string | Trigger)[]
  run: ToolFunction<NoInfer<Input>>
}

/** A defined tool. It runs when its file is started as a process, or in process by `testTool`. */
export interface Tool<Input> {
  readonly name: string
  readonly description: string | undefined
  readonly input: InputSchema | undefined
  /** JSON Schema of the input for a skill's manifest; undefined if the schema's library does not provide it. */
  readonly inputJsonSchema: JsonObject | undefined
  readonly triggers: readonly (string | Trigger)[]
  readonly run: ToolFunction<Input>
  /**
   * Runs the tool in this process with a request, whose input is checked first. Never rejects: every failure is an event. The
   * tool gets the objects of the request themselves and must not change them.
   */
  call(request: ToolRequest, options: CallOptions): Promise<void>
  /**
   * Calls the tool as a function of this process, without an executor: the input is checked, and events, patches and return value are
   * in the outcome as the objects that the tool made. Never rejects: a failure of the tool is an outcome. No time limit applies. In the entry
   * file of a process that imports no executor, {@link defineTool} starts the tool instead.
   */
  invoke(input?: JsonObject, options?: InvokeOptions): Promise<ToolOutcome>
  /**
   * Reads the request from standard input, runs the tool and ends the process. {@link defineTool} calls it in the entry file of
   * the process; call it yourself if the tool is defined in another file.
   */
  start(): void
}

/** A tool with any input. */
// oxlint-disable-next-line typescript/no-explicit-any -- function parameters have no narrower common type
export type AnyTool = Tool<any>
