import type { ExecutionEvent, ExecutionResult, JsonObject, ToolRequest, ToolResult } from '@narratoria/protocol'
import { elapsedMs } from '../clock.ts'
import type { ExecuteOptions } from '../options.ts'
import type { CheckedPlan } from '../plan/validate-plan.ts'
import { summarize } from '../result/summarize.ts'
import type { ToolRun } from '../runner/tool-runner.ts'
import type { Settings } from '../tool/settings.ts'
import { ToolTask, type StopReason, type TaskHost, type TaskOutcome } from '../tool/tool-task.ts'
import { Feed } from '../trace/feed.ts'
import { Deadlines } from './deadlines.ts'
import { Pauses } from './pauses.ts'
import { Schedule } from './schedule.ts'
import { StateView } from './state-view.ts'

// What a host may take to hear of the rest once it, or the clock, has ended the plan.
const lastWordsMs = 1_000

/** One plan on its way through: starts what the schedule allows, keeps what comes of it, and stops when told. */
export class Execution implements TaskHost {
  readonly settings: Settings
  readonly options: ExecuteOptions
  readonly plan: CheckedPlan['plan']
  readonly feed: Feed
  readonly deadlines: Deadlines
  readonly stopped: Promise<void>
  stopReason: StopReason | undefined
  readonly #checked: CheckedPlan
  readonly #schedule: Schedule
  readonly #view: StateView
  readonly #startedAt: number
  readonly #outcomes: (TaskOutcome | undefined)[]
  readonly #warnings: string[] = []
  readonly #runs = new Map<ToolRun, () => void>()
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
    this.#outcomes = Array<TaskOutcome | undefined>(checked.plan.tools.length).fill(undefined)
    this.#view = new StateView(checked, parts.options.state ?? {})
    const { onEvent, trace } = parts.options
    this.feed = new Feed({
      ...(onEvent && { onEvent }),
      ...(trace && { trace }),
      ...(parts.observe && { observe: parts.observe }),
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
    const stopTimer = this.settings.clock.after(this.settings.planTimeoutMs, () => this.stop('plan_timeout', 'ask'))
    signal?.addEventListener('abort', onAbort)
    try {
      const finished = new Promise<void>((resolve) => (this.#finish = resolve))
      if (signal?.aborted) this.stop('cancelled', 'ask')
      this.#schedule.begin()
      if (this.#schedule.isOver) this.#finish()
      await finished
    } finally {
      stopTimer()
      signal?.removeEventListener('abort', onAbort)
      this.deadlines.close()
    }
    await this.#drainFeed()
    if (this.#error) throw this.#error.error
    return summarize({
      plan: this.plan,
      outcomes: this.#outcomes as TaskOutcome[],
      order: this.#checked.order,
      executionTime: elapsedMs(this.#startedAt, this.settings.clock.now()),
      stopReason: this.stopReason,
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
    for (const [run, onStop] of this.#runs) {
      onStop()
      run.cancel(how)
    }
    if (this.#schedule.isOver) this.#finish?.()
  }

  pause(delayMs: number): Promise<void> {
    return this.stopReason ? Promise.resolve() : this.#pauses.wait(delayMs)
  }

  keep(run: ToolRun, onStop: () => void): () => void {
    this.#runs.set(run, onStop)
    // The host may have stopped it all on hearing that this very run starts.
    if (this.#ending) {
      onStop()
      run.cancel(this.#ending)
    }
    return () => this.#runs.delete(run)
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
        return [this.plan.tools[dependency]!.toolId, result?.ok ? result.output : null]
      }),
    )
  }

  #start(position: number): void {
    const task = new ToolTask(this, position, this.#checked.toolPaths[position]!)
    task.run().then(
      (outcome) => this.#settle(position, outcome),
      (error: unknown) => {
        this.#abandon(error)
        this.#settle(
          position,
          emptyOutcome(this.plan.tools[position]!.toolId, 'failed', 'internal_error', String(error)),
        )
      },
    )
  }

  #skip(position: number, failed: number | undefined): void {
    const { toolId } = this.plan.tools[position]!
    const outcome =
      failed !== undefined
        ? emptyOutcome(
            toolId,
            'skipped',
            'dependency_failed',
            `It depends on "${this.plan.tools[failed]!.toolId}", which failed.`,
          )
        : this.stopReason === 'plan_timeout'
          ? emptyOutcome(toolId, 'skipped', 'plan_timeout', "The plan's time was over.")
          : emptyOutcome(toolId, 'skipped', 'cancelled', 'The plan was cancelled.')
    this.#keepOutcome(position, outcome)
  }

  #settle(position: number, outcome: TaskOutcome): void {
    this.#keepOutcome(position, outcome)
    const { ok, state } = outcome.result
    const satisfied = ok || (this.plan.tools[position]!.required === false && state !== 'skipped')
    this.#schedule.settle(position, satisfied)
    if (this.#schedule.isOver) this.#finish()
  }

  #keepOutcome(position: number, outcome: TaskOutcome): void {
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
      waitsFor: waitsFor.map((dependency) => this.plan.tools[dependency]!.toolId),
    })
  }

  #abandon(error: unknown): void {
    this.#error ??= { error }
    this.stop('cancelled', 'kill')
  }

  // A consumer that never settles must not outlive a cancelled plan.
  async #drainFeed(): Promise<void> {
    const drained = this.feed.drained()
    if (!this.stopReason) return drained
    let stopTimer = () => {}
    const late = new Promise<void>((resolve) => {
      stopTimer = this.settings.clock.after(lastWordsMs, resolve)
    })
    await Promise.race([drained, late])
    stopTimer()
  }
}

function emptyOutcome(toolId: string, state: ToolResult['state'], errorCode: string, error: string): TaskOutcome {
  const result: ToolResult = {
    toolId,
    ok: false,
    state,
    output: {},
    executionTime: 0,
    retryCount: 0,
    error,
    errorCode,
    events: [],
    attempts: [],
  }
  return { result, patches: [], assets: [] }
}
