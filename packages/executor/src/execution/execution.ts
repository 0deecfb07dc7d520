import type { ExecutionResult } from '@narratoria/protocol'
import { elapsedMs } from '../clock.ts'
import type { ExecuteOptions } from '../options.ts'
import type { CheckedPlan } from '../plan/validate-plan.ts'
import { Deadlines } from '../schedule/deadlines.ts'
import { Schedule } from '../schedule/schedule.ts'
import { StateView } from '../schedule/state-view.ts'
import type { Settings } from '../settings.ts'
import { Feed } from '../trace/feed.ts'
import { Cancellation, type StopReason } from './cancellation.ts'
import { Pauses } from './pause.ts'
import { summarize } from './summarize.ts'
import { stopFailure } from './task-attempt.ts'
import { outcomeWithoutAttempt, type TaskOutcome } from './task-outcome.ts'
import { ToolTask } from './tool-task.ts'

/** Milliseconds that event consumers have to settle after the execution was stopped. */
export const drainTimeoutMs = 750

/** One run of one plan: starts the tools that the schedule allows and collects their outcomes. Its tasks share its fields. */
export class Execution {
  readonly checked: CheckedPlan
  readonly settings: Settings
  readonly options: ExecuteOptions
  readonly feed: Feed
  readonly deadlines: Deadlines
  readonly cancellation: Cancellation
  readonly state: StateView
  readonly pauses: Pauses
  readonly #schedule: Schedule
  readonly #startedAt: number
  readonly #outcomes: TaskOutcome[] = []
  readonly #warnings: string[] = []
  #finish!: () => void
  #error: { error: unknown } | undefined

  constructor(checked: CheckedPlan, settings: Settings, options: ExecuteOptions) {
    this.checked = checked
    this.settings = settings
    this.options = options
    const { clock, maxConcurrency } = settings
    this.#startedAt = clock.now()
    this.deadlines = new Deadlines(clock)
    this.pauses = new Pauses(clock)
    this.cancellation = new Cancellation(clock)
    this.state = new StateView(checked, options.state ?? {})
    this.feed = new Feed(checked.plan.requestId, {
      onEvent: options.onEvent,
      trace: options.trace,
      onBlocked: (blocked) => this.deadlines.pause(blocked),
      onBusy: (ms) => this.deadlines.postpone(ms),
      onError: (error) => this.#abandon(error),
      now: clock.now,
    })
    this.#schedule = new Schedule(checked, maxConcurrency, {
      start: (position) => this.#start(position),
      skip: (position, failed) => this.#skip(position, failed),
      wait: (position, waitsFor) => {
        const dependencies = waitsFor.map((dependency) => this.#toolIdAt(dependency))
        this.feed.emit({ type: 'tool_waiting', toolId: this.#toolIdAt(position), waitsFor: dependencies })
      },
    })
  }

  /** Runs the plan to its end. Rejects with the error of a consumer, after everything has ended. */
  async run(): Promise<ExecutionResult> {
    const { signal } = this.options
    const onAbort = () => this.stop('cancelled', 'terminate')
    signal?.addEventListener('abort', onAbort)
    try {
      const finished = new Promise<void>((resolve) => (this.#finish = resolve))
      if (signal?.aborted) onAbort()
      this.#schedule.start()
      if (this.#schedule.isDone) this.#finish()
      // Set after the first tools have started: their deadlines are earlier, so that one timer serves all.
      else
        this.deadlines.setPlan(this.#startedAt + this.settings.planTimeoutMs, () =>
          this.stop('plan_timeout', 'terminate'),
        )
      await finished
      this.deadlines.close()
      // Read now: a stop during draining does not affect any tool.
      const { reason } = this.cancellation
      await this.#drainFeed()
      if (this.#error) throw this.#error.error
      return this.#summarize(reason)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      this.deadlines.close()
    }
  }

  /** Starts nothing more. Ends running tools, unless they may `finish`. */
  stop(reason: StopReason, how: 'finish' | 'terminate' | 'kill'): void {
    if (!this.cancellation.reason) {
      this.cancellation.request(reason)
      this.#schedule.close()
    }
    if (how === 'finish') return
    this.cancellation.stopRunning(how)
    if (this.#schedule.isDone) this.#finish?.()
  }

  readonly warn = (code: string, message: string, toolId: string): void => {
    this.#warnings.push(message)
    this.feed.emit({ type: 'warning', toolId, code, message })
  }

  #summarize(stopReason: StopReason | undefined): ExecutionResult {
    return summarize({
      plan: this.checked.plan,
      outcomes: this.#outcomes,
      order: this.checked.order,
      executionTime: elapsedMs(this.#startedAt, this.settings.clock.now()),
      stopReason,
      state: this.state.final(),
      warnings: this.#warnings,
    })
  }

  #start(position: number): void {
    const task = new ToolTask(this, position, (waiting) => this.#schedule.setBackoff(waiting))
    task.run().then(
      (outcome) => this.#settle(position, outcome, task),
      (error: unknown) => {
        this.#abandon(error)
        const why = { errorCode: 'internal_error', error: String(error) }
        this.#settle(position, outcomeWithoutAttempt(this.#toolIdAt(position), 'failed', why), task)
      },
    )
  }

  #skip(position: number, failed: number | undefined): void {
    const failedDependency = failed === undefined ? undefined : this.#toolIdAt(failed)
    const why = failedDependency
      ? {
          errorCode: 'dependency_failed',
          error: `It depends on "${failedDependency}", which failed.`,
          failedDependency,
        }
      : stopFailure(this.cancellation.reason ?? 'cancelled')
    this.#keepOutcome(position, outcomeWithoutAttempt(this.#toolIdAt(position), 'skipped', why))
  }

  #settle(position: number, outcome: TaskOutcome, task: ToolTask): void {
    this.#keepOutcome(position, outcome)
    const { ok, state } = outcome.result
    const satisfied = ok || (this.checked.plan.tools[position]!.required === false && state !== 'skipped')
    // Released first, so that a newly ready tool can take the slot immediately.
    task.releaseSlot()
    this.#schedule.settle(position, satisfied)
    if (this.#schedule.isDone) this.#finish()
  }

  #toolIdAt(position: number): string {
    return this.checked.plan.tools[position]!.toolId
  }

  #keepOutcome(position: number, outcome: TaskOutcome): void {
    const { result, patches } = outcome
    this.#outcomes[position] = outcome
    this.state.add(position, result, patches)
    this.feed.emit({ type: 'tool_finished', toolId: result.toolId, result })
  }

  #abandon(error: unknown): void {
    this.#error ??= { error }
    this.stop('cancelled', 'kill')
  }

  // A consumer that never settles must not outlive a stopped execution.
  async #drainFeed(): Promise<void> {
    const drained = this.feed.drained()
    await Promise.race([drained, this.cancellation.requested])
    if (!this.cancellation.reason) return
    let stopTimer = () => {}
    const timeout = new Promise<void>((resolve) => {
      stopTimer = this.settings.clock.after(drainTimeoutMs, resolve)
    })
    await Promise.race([drained, timeout])
    stopTimer()
  }
}
