import type { DoneEvent, ErrorEvent, JsonObject, JsonValue, ProtocolEvent, ToolRequest } from '@narratoria/protocol'
import { type Emitter, type EventBody, type ToolEnd, createEmitter } from '../emitter.ts'
import { type InputCheck, compileInputCheck } from '../input/check-input.ts'
import type { AnyTool, InvokeOptions, CallOptions } from '../tool.ts'
import { invoke, type Invocation } from './invoke.ts'
import { patchesOf, type ToolOutcome } from '../tool-outcome.ts'

const never = new AbortController().signal
const ignore = (): void => {}
const noOptions: InvokeOptions = {}

/** The input check of a tool that is called in a host: compiled at the first call. */
export class HostCheck {
  /** Undefined before the first call. */
  ready: InputCheck | undefined
  readonly #tool: AnyTool

  constructor(tool: AnyTool) {
    this.#tool = tool
  }

  async prepare(): Promise<InputCheck> {
    try {
      return (this.ready ??= await compileInputCheck(this.#tool.input))
    } catch (error) {
      // The schema cannot be used: each invocation fails.
      return () => {
        throw error
      }
    }
  }
}

/** Calls a tool as a function. The events are objects, never text. */
export function callDirectly(
  tool: AnyTool,
  check: HostCheck,
  input: JsonObject,
  options: InvokeOptions = noOptions,
): Promise<ToolOutcome> {
  return check.ready
    ? invoke(tool, new DirectCall(tool, input, check.ready, options))
    : check.prepare().then((ready) => invoke(tool, new DirectCall(tool, input, ready, options)))
}

/**
 * One call: its invocation, the emitter of its events, and its outcome. One object and no `done` event unless it is read, because a
 * function may take less time than the creation of a few objects.
 */
class DirectCall implements Invocation<ToolOutcome>, Emitter, ToolOutcome {
  ok: boolean | undefined = undefined
  summary: string | undefined = undefined
  returned: JsonValue | undefined = undefined
  refused = false
  readonly #tool: AnyTool
  readonly #input: JsonObject
  readonly #check: InputCheck
  readonly #options: InvokeOptions
  #emitted: ProtocolEvent[] | undefined
  #request: ToolRequest | undefined
  #output: JsonObject | undefined

  constructor(tool: AnyTool, input: JsonObject, check: InputCheck, options: InvokeOptions) {
    this.#tool = tool
    this.#input = input
    this.#check = check
    this.#options = options
  }

  get input(): JsonObject {
    return this.#input
  }

  get checkInput(): InputCheck {
    return this.#check
  }

  get emitter(): Emitter {
    return this
  }

  // Created when the tool first reads it.
  get request(): ToolRequest {
    return (this.#request ??= {
      version: '0',
      requestId: crypto.randomUUID(),
      tool: this.#tool.name,
      operation: 'invoke',
      input: this.#input,
      dependencies: {},
      state: {},
      attempt: 1,
      idempotencyKey: '',
      ...this.#options.request,
    })
  }

  get print(): (text: string) => void {
    return this.#options.print ?? ignore
  }

  signal(): AbortSignal {
    return this.#options.signal ?? never
  }

  isAborted(): boolean {
    return this.#options.signal?.aborted === true
  }

  get finished(): boolean {
    return this.ok !== undefined
  }

  emit(body: EventBody): void {
    if (!this.finished) this.#keep({ version: '0', ...body } as ProtocolEvent)
  }

  done(ok: boolean, { summary, refused, result }: ToolEnd = {}): void {
    if (this.finished) return
    this.ok = ok
    this.summary = summary
    this.refused = refused === true
    this.returned = result as JsonValue | undefined
    this.#options.onEvent?.(this.#done)
  }

  /** Called after `done`. */
  outcome(): ToolOutcome | Promise<ToolOutcome> {
    const patches = this.#emitted ? patchesOf(this.#emitted) : undefined
    return patches && patches.length > 0 ? this.#merge(patches) : this
  }

  get events(): ProtocolEvent[] {
    return [...(this.#emitted ?? []), this.#done]
  }

  get errors(): ErrorEvent[] {
    return this.#emitted?.filter((event) => event.type === 'error') ?? []
  }

  get output(): JsonObject {
    return (this.#output ??= {})
  }

  get #done(): DoneEvent {
    const { summary, refused, returned: result } = this
    return {
      version: '0',
      type: 'done',
      ok: this.ok === true,
      ...(refused && { refused }),
      ...(summary !== undefined && { summary }),
      ...(result !== undefined && { result }),
    }
  }

  // Loaded when a tool first changes the state: a process never needs it.
  async #merge(patches: JsonObject[]): Promise<ToolOutcome> {
    const { mergePatches } = await import('@narratoria/protocol/light')
    this.#output = mergePatches({}, patches)
    return this
  }

  #keep(event: ProtocolEvent): void {
    if (this.#emitted) this.#emitted.push(event)
    else this.#emitted = [event]
    this.#options.onEvent?.(event)
  }
}

/** Runs a tool in this process. */
export async function call(
  tool: AnyTool,
  check: HostCheck,
  request: ToolRequest,
  { write, signal = never, print = () => {} }: CallOptions,
): Promise<void> {
  await invoke(tool, {
    request,
    input: request.input,
    emitter: createEmitter(write),
    checkInput: check.ready ?? (await check.prepare()),
    signal: () => signal,
    isAborted: () => signal.aborted,
    print,
  })
}
