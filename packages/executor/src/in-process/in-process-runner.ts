import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { type AttemptLimits, OutputReader } from '../process/output-reader.ts'
import type { Attempt, AttemptOutcome, RunningAttempt, ToolRunner } from '../runner/tool-runner.ts'

/** A tool that runs in this process, such as `defineTool` of `@narratoria/tool-sdk` returns it. */
export interface InProcessTool {
  /** Unique among the tools of an executor. A plan names the tool by the path `tool:NAME`. */
  readonly name: string
  readonly inputJsonSchema?: JsonObject | undefined
  /** Runs the tool. `write` takes each event as one line of JSON with its line feed. */
  call(
    request: ToolRequest,
    options: { write: (line: string) => void; signal: AbortSignal; print: (text: string) => void },
  ): Promise<void>
}

const prefix = 'tool:'

/** Whether a plan's path names a tool that runs in process. */
export function isInProcessPath(toolPath: unknown): toolPath is string {
  return typeof toolPath === 'string' && toolPath.startsWith(prefix)
}

/** The name in `tool:NAME`. */
export function nameIn(toolPath: string): string {
  return toolPath.slice(prefix.length)
}

/**
 * Runs functions as tools, with the checks and limits of a process. A function is not isolated from the host and cannot be killed: its later
 * events are ignored.
 */
export class InProcessRunner implements ToolRunner {
  readonly #tools: ReadonlyMap<string, InProcessTool>
  readonly #findTool: (name: string) => InProcessTool | undefined
  readonly #limits: AttemptLimits

  /** @throws {TypeError} if a tool has no name or no `call`, or if two have the same name */
  constructor(
    tools: readonly InProcessTool[],
    limits: AttemptLimits,
    findTool: (name: string) => InProcessTool | undefined = () => undefined,
  ) {
    this.#limits = limits
    this.#findTool = findTool
    const byPath = new Map<string, InProcessTool>()
    for (const tool of tools) {
      const { name, call } = tool as Partial<InProcessTool>
      if (typeof name !== 'string' || name === '' || typeof call !== 'function')
        throw new TypeError('Each of the tools must have a name and a function "call", as defineTool returns it.')
      if (byPath.has(prefix + name)) throw new TypeError(`Two of the tools have the name "${name}".`)
      byPath.set(prefix + name, tool)
    }
    this.#tools = byPath
  }

  has(toolPath: string): boolean {
    return this.#find(toolPath) !== undefined
  }

  start(attempt: Attempt): RunningAttempt {
    return new InProcessAttempt(this.#find(attempt.toolPath) ?? gone, attempt, this.#limits)
  }

  #find(toolPath: string): InProcessTool | undefined {
    return this.#tools.get(toolPath) ?? (isInProcessPath(toolPath) ? this.#findTool(nameIn(toolPath)) : undefined)
  }
}

/** Stands for a tool that was removed after its plan was checked. */
const gone: InProcessTool = {
  name: 'gone',
  call: () => Promise.reject(new Error('the tool does not exist any more')),
}

class InProcessAttempt implements RunningAttempt {
  readonly outcome: Promise<AttemptOutcome>
  readonly #reader: OutputReader
  readonly #limits: AttemptLimits
  readonly #abort = new AbortController()
  #resolve!: (outcome: AttemptOutcome) => void
  #stopTimer: (() => void) | undefined
  #stderr = ''
  #ended = false

  constructor(tool: InProcessTool, attempt: Attempt, limits: AttemptLimits) {
    this.#limits = limits
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.#reader = new OutputReader(limits.output, (event, text) => attempt.onEvent(event, text))
    void this.#run(tool, attempt)
  }

  cancel(how: 'terminate' | 'kill'): void {
    this.#abort.abort()
    if (how === 'kill') this.#end({ errorCode: 'exit_signal', error: 'The tool was stopped.' })
    else this.#stopTimer ??= this.#limits.clock.after(this.#limits.killGraceMs, () => this.cancel('kill'))
  }

  async #run(tool: InProcessTool, attempt: Attempt): Promise<void> {
    try {
      await tool.call(attempt.request, {
        write: (line) => this.#write(line),
        signal: this.#abort.signal,
        print: (text) => void (this.#stderr += text),
      })
      this.#reader.end()
      this.#end()
    } catch (error) {
      this.#stderr += String(error instanceof Error ? error.stack : error)
      this.#end({ errorCode: 'tool_failed', error: `The tool threw: ${String(error)}` })
    }
  }

  #write(line: string): void {
    if (!this.#ended) this.#reader.write(Buffer.from(line))
    // A tool that breaks the protocol is stopped, as a process is.
    if (this.#reader.failure && !this.#abort.signal.aborted) this.cancel('terminate')
  }

  #end(stopped?: AttemptOutcome['failure']): void {
    if (this.#ended) return
    this.#ended = true
    this.#stopTimer?.()
    this.#resolve(this.#reader.outcomeOfCall(stopped, this.#stderr === '' ? undefined : this.#stderr.slice(-65_536)))
  }
}
