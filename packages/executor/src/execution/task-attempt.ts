import { basename, extname, join } from 'node:path'
import type { JsonValue, ProtocolEvent, ToolAttempt, ToolInvocation, ToolRequest } from '@narratoria/protocol'
import type { AttemptObserver, ToolDescription } from '../options.ts'
import type { Attempt, AttemptFailure, AttemptOutcome, RunningAttempt, SandboxDemand } from '../runner/tool-runner.ts'
import { isInProcessPath, nameIn } from '../in-process/in-process-runner.ts'
import { changeSizeUpTo } from '../plan/input-size.ts'
import type { Settings } from '../settings.ts'
import type { Deadline } from '../schedule/deadlines.ts'
import type { Stoppable, StopReason } from './cancellation.ts'
import { Emitted } from './emitted.ts'
import type { Execution } from './execution.ts'

/** What is the same for all attempts of a task. */
export interface TaskTool {
  readonly position: number
  readonly invocation: ToolInvocation
  /** Its real path. */
  readonly path: string
  readonly idempotencyKey: string
  readonly description: ToolDescription | undefined
}

export interface EndedAttempt {
  record: ToolAttempt
  emitted: Emitted
  /** The size of its `state_patch` events together, up to the limit: see {@link changeSizeUpTo}. */
  changeSize: number
  outcome: AttemptOutcome
  failure: AttemptFailure | undefined
  interrupted: 'timeout' | StopReason | undefined
  readAsset: RunningAttempt['readAsset']
}

/** One attempt of a task: what the runner receives, its time limit, and its end. */
export class TaskAttempt implements Attempt, Deadline, Stoppable {
  /** Unix time in milliseconds. */
  expiresAt = 0
  readonly #execution: Execution
  readonly #tool: TaskTool
  readonly #number: number
  readonly #emitted = new Emitted()
  #deliver: ((event: ProtocolEvent, text?: string) => void) | undefined
  #request: ToolRequest | undefined
  #observer: AttemptObserver | undefined
  #running: RunningAttempt | undefined
  #interrupted: EndedAttempt['interrupted']
  #changeSize = 0

  /** `number` counts from 1. */
  constructor(execution: Execution, tool: TaskTool, number: number) {
    this.#execution = execution
    this.#tool = tool
    this.#number = number
  }

  get toolPath(): string {
    return this.#tool.path
  }

  get cwd(): string {
    return this.#execution.settings.cwd
  }

  get env(): Record<string, string> | undefined {
    return this.#tool.description?.env
  }

  get dataDir(): string | undefined {
    return this.#tool.description?.request?.skill?.dataDir
  }

  get sandbox(): SandboxDemand | undefined {
    return this.#tool.description?.sandbox
  }

  get worker(): string | undefined {
    return this.#tool.description?.worker
  }

  get prewarm(): boolean {
    return this.#tool.description?.prewarm === true
  }

  get request(): ToolRequest {
    return (this.#request ??= {
      ...createRequest(this.#execution, this.#tool, this.#number),
      ...this.#observer?.request,
    })
  }

  readonly onEvent = (event: ProtocolEvent, text?: string): void => {
    if (this.#changesTooMuch) return
    // What a tool writes while it is being stopped changes nothing.
    if (event.type === 'state_patch' && !this.#interrupted) this.#changeSize += this.#sizeOf(event, text)
    // The tool fails: this event and what follows it are not kept.
    if (this.#changesTooMuch) return this.#running?.cancel('terminate')
    this.#emitted.add(event)
    this.#deliver?.(event, text)
  }

  readonly backpressure = (): Promise<void> | undefined => {
    const { cancellation, feed } = this.#execution
    return cancellation.reason ? undefined : feed.backpressure()
  }

  async run(): Promise<EndedAttempt> {
    const { settings, feed, deadlines, cancellation } = this.#execution
    const startedAt = settings.clock.now()
    if (feed.isObserved) {
      const [{ toolId }, attempt] = [this.#tool.invocation, this.#number]
      feed.emit({ type: 'tool_started', at: startedAt, toolId, toolPath: this.#tool.path, attempt })
      this.#deliver = feed.openAttempt(toolId, attempt)
    }
    this.#observer = this.#observe()
    const { functions, runner, sandboxRunner } = settings
    const processes = this.sandbox ? sandboxRunner : runner
    const start = () => (functions.has(this.toolPath) ? functions : processes).start(this)
    this.#running = this.#observer?.run ? this.#observer.run(start) : start()
    // A function may write before it returns.
    if (this.#changesTooMuch) this.#running.cancel('terminate')
    deadlines.add(this, startedAt, this.#limitMs)
    cancellation.register(this)
    const outcome = await this.#running.outcome
    cancellation.unregister(this)
    deadlines.remove(this)
    return this.#conclude(startedAt, outcome)
  }

  get outlastsPlan(): boolean {
    return this.#tool.description?.limitsItself === true
  }

  expire(): void {
    if (!this.#changesTooMuch) this.#interrupted ??= 'timeout'
    this.#running?.cancel('terminate')
  }

  stop(how: 'terminate' | 'kill'): void {
    this.#interrupted ??= this.#execution.cancellation.reason
    this.#running?.cancel(how)
  }

  get #changesTooMuch(): boolean {
    return this.#changeSize > this.#execution.settings.maxStateChange
  }

  // `text` is the line as it was written, if it was.
  #sizeOf(event: ProtocolEvent, text = JSON.stringify(event)): number {
    return changeSizeUpTo(this.#execution.settings.maxStateChange, text)
  }

  get #limitMs(): number {
    return this.#tool.description?.timeoutMs ?? this.#execution.settings.toolTimeoutMs
  }

  #observe(): AttemptObserver | undefined {
    const { checked, options } = this.#execution
    const { toolId, input = {} } = this.#tool.invocation
    const { toolPath } = this
    return options.observeAttempt?.({ planId: checked.plan.requestId, toolId, toolPath, attempt: this.#number, input })
  }

  #conclude(startedAt: number, outcome: AttemptOutcome): EndedAttempt {
    const { events } = this.#emitted
    // The time limit may pass while a tool that has already failed is being terminated.
    if (outcome.failedFirst && this.#interrupted === 'timeout') this.#interrupted = undefined
    const failure = this.#explain(outcome)
    const record: ToolAttempt = {
      attempt: this.#number,
      startedAt,
      endedAt: this.#execution.settings.clock.now(),
      ok: !failure,
      eventCount: events.length,
    }
    if (outcome.exitCode !== undefined) record.exitCode = outcome.exitCode
    if (outcome.exitSignal !== undefined) record.exitSignal = outcome.exitSignal
    if (failure) {
      record.errorCode = failure.errorCode
      record.error = failure.error
      const retryable = retryableOf(events)
      if (retryable !== undefined) record.retryable = retryable && failure.retryable !== false
    }
    this.#observer?.ended(record, outcome.done)
    const { readAsset } = this.#running!
    const [emitted, changeSize, interrupted] = [this.#emitted, this.#changeSize, this.#interrupted]
    return { record, emitted, changeSize, outcome, failure, interrupted, readAsset }
  }

  #explain({ failure, done }: AttemptOutcome): AttemptFailure | undefined {
    const interrupted = this.#interrupted
    if (this.#changesTooMuch) return changesTooMuch(this.#execution.settings)
    if (interrupted === 'timeout')
      return { errorCode: 'timeout', error: `The tool did not end within ${this.#limitMs} ms.` }
    if (interrupted) return stopFailure(interrupted)
    if (!failure && done?.result !== undefined && isTooLarge(done.result)) return tooLarge
    return failure && addReportedError(failure, this.#emitted.events)
  }
}

/** The failure of a tool that was stopped with its execution. */
export function stopFailure(reason: StopReason): AttemptFailure {
  return reason === 'plan_timeout'
    ? { errorCode: 'plan_timeout', error: 'The plan reached its time limit.' }
    : { errorCode: 'cancelled', error: 'The plan was cancelled.' }
}

function createRequest({ checked, options, state }: Execution, tool: TaskTool, attempt: number): ToolRequest {
  const { position, invocation, path, idempotencyKey, description } = tool
  const { assetsDir } = options.request ?? {}
  const results = state.resultsOf(position)
  return {
    version: '0',
    requestId: checked.plan.requestId,
    tool: description?.name ?? nameOf(path),
    operation: 'invoke',
    input: invocation.input ?? {},
    dependencies: state.dependenciesOf(position),
    ...(results && { results }),
    outcomes: state.outcomesOf(position),
    state: state.before(position),
    attempt,
    idempotencyKey,
    position,
    ...options.request,
    ...description?.request,
    ...(assetsDir !== undefined && { assetsDir: join(assetsDir, `${position}-${attempt}`) }),
  }
}

// The name in `tool:NAME` may have a point.
function nameOf(path: string): string {
  return isInProcessPath(path) ? nameIn(path) : basename(path, extname(path))
}

/** Most bytes of a return value as JSON. */
const maxResultBytes = 1024 * 1024

const tooLarge: AttemptFailure = {
  errorCode: 'result_too_large',
  error: 'The tool returned more than 1 MiB; write large data to a file and emit an asset.',
  retryable: false,
}

function isTooLarge(result: JsonValue): boolean {
  return Buffer.byteLength(JSON.stringify(result)) > maxResultBytes
}

/** The failure of a tool with which a plan would change more of the state than it may. */
export function changesTooMuch({ maxStateChange }: Settings): AttemptFailure {
  const error = `The tools of the plan would change more than ${maxStateChange} characters of the state, 16 for each value included; change less in one plan, or write large data to a file and emit an asset.`
  return { errorCode: 'state_change_too_large', error, retryable: false }
}

const genericFailures = new Set(['tool_failed', 'exit_code', 'no_done'])

// The error that the tool reported says more than its exit code.
function addReportedError(failure: AttemptFailure, events: readonly ProtocolEvent[]): AttemptFailure {
  const reported = events.findLast((event) => event.type === 'error')
  if (!reported || !genericFailures.has(failure.errorCode)) return failure
  const error = `${reported.errorCode}: ${reported.errorMessage}`
  const isRepeated = reported.errorMessage.includes(failure.error) || failure.error === error
  return { ...failure, error: isRepeated ? error : `${error} (${failure.error})` }
}

/** The last value of `details.retryable` among the tool's error events. */
function retryableOf(events: readonly ProtocolEvent[]): boolean | undefined {
  let retryable: boolean | undefined
  for (const event of events) {
    if (event.type === 'error' && typeof event.details?.retryable === 'boolean') retryable = event.details.retryable
  }
  return retryable
}
