import type { ProtocolEvent, ToolAttempt } from '@narratoria/protocol'
import type { RunFailure, RunOutcome, ToolRun } from '../runner/tool-runner.ts'
import type { Deadline } from '../schedule/deadlines.ts'
import { Emitted } from './emitted.ts'
import type { PlannedTool, Stoppable, StopReason, TaskHost } from './task-host.ts'
import { AttemptJob } from './tool-job.ts'

/** What one attempt came to. */
export interface AttemptOutcome {
  record: ToolAttempt
  emitted: Emitted
  outcome: RunOutcome
  failure: RunFailure | undefined
  interrupted: 'timeout' | StopReason | undefined
}

/** One run of one tool, watched over by its time limit and by its execution. */
export class Attempt implements Deadline, Stoppable {
  /** When its time is over, in Unix milliseconds. */
  expiresAt = 0
  readonly #host: TaskHost
  readonly #tool: PlannedTool
  readonly #number: number
  readonly #emitted = new Emitted()
  #run: ToolRun | undefined
  #interrupted: AttemptOutcome['interrupted']

  /** `number` counts from 1. */
  constructor(host: TaskHost, tool: PlannedTool, number: number) {
    this.#host = host
    this.#tool = tool
    this.#number = number
  }

  async run(): Promise<AttemptOutcome> {
    const { settings, feed, deadlines, plan } = this.#host
    const { toolId } = this.#tool.invocation
    const attempt = this.#number
    const startedAt = settings.clock.now()
    let tell: ReturnType<typeof feed.openAttempt> | undefined
    if (feed.isHeard) {
      const planId = plan.requestId
      feed.emit({ type: 'tool_started', planId, at: startedAt, toolId, toolPath: this.#tool.path, attempt })
      tell = feed.openAttempt({ planId, toolId, attempt })
    }
    const emitted = this.#emitted
    const onEvent = (event: ProtocolEvent, text?: string) => {
      emitted.add(event)
      tell?.(event, text)
    }
    const run = (this.#run = settings.runner.start(new AttemptJob(this.#host, this.#tool, attempt, onEvent)))
    deadlines.add(this, startedAt, this.#limitMs)
    this.#host.keep(this)
    const outcome = await run.outcome
    this.#host.drop(this)
    deadlines.remove(this)
    return this.#conclude(startedAt, outcome)
  }

  expire(): void {
    this.#interrupted ??= 'timeout'
    this.#run?.cancel('ask')
  }

  stop(how: 'ask' | 'kill'): void {
    this.#interrupted ??= this.#host.stopReason
    this.#run?.cancel(how)
  }

  get #limitMs(): number {
    return this.#tool.description?.timeoutMs ?? this.#host.settings.toolTimeoutMs
  }

  #conclude(startedAt: number, outcome: RunOutcome): AttemptOutcome {
    const { events } = this.#emitted
    // Its time may run out while a tool that has failed already is being ended.
    if (outcome.failedFirst && this.#interrupted === 'timeout') this.#interrupted = undefined
    const failure = this.#explain(outcome)
    const record: ToolAttempt = {
      attempt: this.#number,
      startedAt,
      endedAt: this.#host.settings.clock.now(),
      ok: !failure,
      eventCount: events.length,
    }
    if (outcome.exitCode !== undefined) record.exitCode = outcome.exitCode
    if (outcome.exitSignal !== undefined) record.exitSignal = outcome.exitSignal
    if (failure) {
      record.errorCode = failure.errorCode
      record.error = failure.error
      const retryable = retryableOf(events)
      if (retryable !== undefined) record.retryable = retryable
    }
    return { record, emitted: this.#emitted, outcome, failure, interrupted: this.#interrupted }
  }

  #explain({ failure }: RunOutcome): RunFailure | undefined {
    switch (this.#interrupted) {
      case 'timeout':
        return { errorCode: 'timeout', error: `The tool did not end within ${this.#limitMs} ms.` }
      case 'plan_timeout':
        return { errorCode: 'plan_timeout', error: "The plan's time was over." }
      case 'cancelled':
        return { errorCode: 'cancelled', error: 'The plan was cancelled.' }
      default:
        return failure && withToldError(failure, this.#emitted.events)
    }
  }
}

const ownFailures = new Set(['tool_failed', 'exit_code', 'no_done'])

// What the tool itself said of its failure tells more than its exit code.
function withToldError(failure: RunFailure, events: readonly ProtocolEvent[]): RunFailure {
  const told = events.findLast((event) => event.type === 'error')
  if (!told || !ownFailures.has(failure.errorCode)) return failure
  const error = `${told.errorCode}: ${told.errorMessage}`
  // A tool that ends with the reason of its error has said all there is.
  const isRepeated = told.errorMessage.includes(failure.error) || failure.error === error
  return { ...failure, error: isRepeated ? error : `${error} (${failure.error})` }
}

/** What the tool said last of whether another attempt could help. */
function retryableOf(events: readonly ProtocolEvent[]): boolean | undefined {
  let retryable: boolean | undefined
  for (const event of events) {
    if (event.type === 'error' && typeof event.details?.retryable === 'boolean') retryable = event.details.retryable
  }
  return retryable
}
