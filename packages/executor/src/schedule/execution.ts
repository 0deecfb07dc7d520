import type { ExecutionEvent, ExecutionResult, JsonObject, ToolRequest } from '@narratoria/protocol'
import { elapsedMs } from '../clock.ts'
import type { ExecuteOptions } from '../options.ts'
import type { CheckedPlan } from '../plan/validate-plan.ts'
import { summarize } from '../result/summarize.ts'
import type { Place } from '../tool/places.ts'
import type { Settings } from '../tool/settings.ts'
import type { Stoppable, StopReason, TaskHost } from '../tool/task-host.ts'
import { outcomeWithoutAttempt, type ToolOutcome } from '../tool/tool-outcome.ts'
import { ToolTask } from '../tool/tool-task.ts'
import { Feed } from '../trace/feed.ts'
import { Deadlines } from './deadlines.ts'
import { Pauses } from './pauses.ts'
import { Schedule } from './schedule.ts'
import { StateView } from './state-view.ts'

/** What a host may take to hear of the rest once it, or the clock, has ended the plan, in milliseconds. */
export const lastWordsMs = 750

/** One plan on its way through: starts what the schedule allows, keeps what comes of it, and stops when told. */
export class Execution implements TaskHost {
  readonly settings: Settings
  readonly options: ExecuteOptions
  readonly plan: CheckedPlan['plan']
  readonly feed: Feed
  readonly deadlines: Deadlines
  readonly stopped: Promise<void>
  stopReason: StopReason | undefined
  readonly hold = () => (this.stopReason ? undefined : this.feed.hold())
  readonly #checked: CheckedPlan
  readonly #schedule: Schedule
  readonly #view: StateView
  readonly #startedAt: number
  readonly #outcomes: (ToolOutcome | undefined)[]
  readonly #warnings: string[] = []
  readonly #running = new Set<Stoppable>()
  readonly #pauses: Pauses
  #setStopped!: () => void
  #finish!: () => void
  #error: { error: unknown } | undefined
  #ending: 'ask' | 'kill' | undefined

  constructor(
    checked: CheckedPlan,
    parts: { settings: Settings; options: ExecuteOptions; observe?: (event: ExecutionEvent) => void },
  ) {
    this.#checked = checked
    this.plan = checked.plan
    this.settings = parts.settings
    this.options = parts.options
    const { clock } = parts.settings
    this.#startedAt = clock.now()
    this.deadlines = new Deadlines(clock)
    this.#pauses = new Pauses(clock)
    this.stopped = new Promise((resolve) => (this.#setStopped = resolve))
    this.#outcomes = Array<ToolOutcome | undefined>(checked.plan.tools.length).fill(undefined)
    this.#view = new StateView(checked, parts.options.state ?? {})
    this.feed = new Feed({
      onEvent: parts.options.onEvent,
      trace: parts.options.trace,
      observe: parts.observe,
      onBlocked: (blocked) => this.deadlines.pause(blocked),
      onBusy: (ms) => this.deadlines.postpone(ms),
      onError: (error) => this.#abandon(error),
      now: clock.now,
    })
    this.#schedule = new Schedule(checked, parts.settings.maxConcurrency, {
      start: (position) => this.#start(position),
      skip: (position, failed) => this.#skip(position, failed),
      wait: (position, waitsFor) => this.#emitWaiting(position, waitsFor),
    })
  }

  /** Runs the plan to its end. Rejects with what a consumer of the host threw, after everything was ended. */
  async run(): Promise<ExecutionResult> {
    const { signal } = this.options
    const onAbort = () => this.stop('cancelled', 'ask')
    signal?.addEventListener('abort', onAbort)
    try {
      const finished = new Promise<void>((resolve) => (this.#finish = resolve))
      if (signal?.aborted) this.stop('cancelled', 'ask')
      this.#schedule.begin()
      if (this.#schedule.isOver) this.#finish()
      // After the first tools were started: once their own limits are watched, this needs no timer of its own.
      else this.deadlines.setPlan(this.#startedAt + this.settings.planTimeoutMs, () => this.stop('plan_timeout', 'ask'))
      await finished
      this.deadlines.close()
      // What ends only the wait for a consumer has ended no tool.
      const { stopReason } = this
      await this.#drainFeed()
      if (this.#error) throw this.#error.error
      return this.#summarize(stopReason)
    } finally {
      signal?.removeEventListener('abort', onAbort)
      this.deadlines.close()
    }
  }

  #summarize(stopReason: StopReason | undefined): ExecutionResult {
    return summarize({
      plan: this.plan,
      outcomes: this.#outcomes as ToolOutcome[],
      order: this.#checked.order,
      executionTime: elapsedMs(this.#startedAt, this.settings.clock.now()),
      stopReason,
      state: this.#view.final(),
      warnings: this.#warnings,
    })
  }

  /** Starts nothing any more; ends what runs, unless it may `finish`. */
  stop(reason: StopReason, how: 'ask' | 'kill' | 'finish'): void {
    if (!this.stopReason) {
      this.stopReason = reason
      this.#setStopped()
      this.#pauses.endAll()
      this.#schedule.close()
    }
    if (how === 'finish') return
    this.#ending = how
    for (const running of this.#running) running.stop(how)
    if (this.#schedule.isOver) this.#finish?.()
  }

  pause(delayMs: number): Promise<void> {
    return this.stopReason ? Promise.resolve() : this.#pauses.wait(delayMs)
  }

  keep(running: Stoppable): void {
    this.#running.add(running)
    // The host may have stopped it all on hearing that this very attempt starts.
    if (this.#ending) running.stop(this.#ending)
  }

  drop(running: Stoppable): void {
    this.#running.delete(running)
  }

  onBackoff(waiting: boolean): void {
    this.#schedule.setBackoff(waiting)
  }

  warn(code: string, message: string, toolId?: string): void {
    this.#warnings.push(message)
    if (!this.feed.isHeard) return
    const at = this.settings.clock.now()
    this.feed.emit({
      type: 'warning',
      planId: this.plan.requestId,
      at,
      ...(toolId !== undefined && { toolId }),
      code,
      message,
    })
  }

  readState(position: number): JsonObject {
    return this.#view.before(position)
  }

  readDependencies(position: number): ToolRequest['dependencies'] {
    const { graph } = this.#checked
    return Object.fromEntries(
      graph.dependencies[position]!.map((dependency) => {
        const result = this.#outcomes[dependency]?.result
        return [this.#toolIdAt(dependency), result?.ok ? result.output : null]
      }),
    )
  }

  #start(position: number): void {
    const task = new ToolTask(this, position, this.#checked.toolPaths[position]!)
    task.run().then(
      (outcome) => this.#settle(position, outcome, task.place),
      (error: unknown) => {
        this.#abandon(error)
        const why = { errorCode: 'internal_error', error: String(error) }
        this.#settle(position, outcomeWithoutAttempt(this.#toolIdAt(position), 'failed', why), task.place)
      },
    )
  }

  #skip(position: number, failed: number | undefined): void {
    this.#keepOutcome(position, outcomeWithoutAttempt(this.#toolIdAt(position), 'skipped', this.#whySkipped(failed)))
  }

  #whySkipped(failed: number | undefined): Parameters<typeof outcomeWithoutAttempt>[2] {
    if (failed !== undefined) {
      const failedDependency = this.#toolIdAt(failed)
      return {
        errorCode: 'dependency_failed',
        error: `It depends on "${failedDependency}", which failed.`,
        failedDependency,
      }
    }
    return this.stopReason === 'plan_timeout'
      ? { errorCode: 'plan_timeout', error: "The plan's time was over." }
      : { errorCode: 'cancelled', error: 'The plan was cancelled.' }
  }

  #settle(position: number, outcome: ToolOutcome, place: Place | undefined): void {
    this.#keepOutcome(position, outcome)
    const { ok, state } = outcome.result
    const satisfied = ok || (this.plan.tools[position]!.required === false && state !== 'skipped')
    // Given back first, so that what this made ready can have it at once.
    place?.release()
    this.#schedule.settle(position, satisfied)
    if (this.#schedule.isOver) this.#finish()
  }

  #toolIdAt(position: number): string {
    return this.plan.tools[position]!.toolId
  }

  #keepOutcome(position: number, outcome: ToolOutcome): void {
    this.#outcomes[position] = outcome
    if (outcome.patches.length > 0) this.#view.add(position, outcome.patches)
    if (!this.feed.isHeard) return
    const { result } = outcome
    const at = this.settings.clock.now()
    this.feed.emit({ type: 'tool_finished', planId: this.plan.requestId, at, toolId: result.toolId, result })
  }

  #emitWaiting(position: number, waitsFor: number[]): void {
    if (!this.feed.isHeard) return
    this.feed.emit({
      type: 'tool_waiting',
      planId: this.plan.requestId,
      at: this.settings.clock.now(),
      toolId: this.plan.tools[position]!.toolId,
      waitsFor: waitsFor.map((dependency) => this.#toolIdAt(dependency)),
    })
  }

  #abandon(error: unknown): void {
    this.#error ??= { error }
    this.stop('cancelled', 'kill')
  }

  // A consumer that never settles must not outlive a cancelled plan.
  async #drainFeed(): Promise<void> {
    const drained = this.feed.drained()
    await Promise.race([drained, this.stopped])
    if (!this.stopReason) return
    let stopTimer = () => {}
    const late = new Promise<void>((resolve) => {
      stopTimer = this.settings.clock.after(lastWordsMs, resolve)
    })
    await Promise.race([drained, late])
    stopTimer()
  }
}
