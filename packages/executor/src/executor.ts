import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { EventEmitter } from 'eventemitter3'
import { type ExecutionEvent, type ExecutionResult, isJsonObject, type Plan } from '@narratoria/protocol'
import { systemClock } from './clock.ts'
import { CircularDependencyError, ExecutorClosedError, InvalidPlanError } from './errors.ts'
import type { ExecuteOptions, ExecutorOptions, PrewarmOptions, ToolDescription } from './options.ts'
import { isInside, realPathOf, realRoots } from './plan/tool-roots.ts'
import { checkPlan, type CheckedPlan } from './plan/validate-plan.ts'
import { afterKillMs } from './process/process-run.ts'
import { ProcessRunner } from './process/process-runner.ts'
import { requireCount, requireNumbers } from './require-numbers.ts'
import { refusal } from './result/summarize.ts'
import { Execution, lastWordsMs } from './schedule/execution.ts'
import { Places } from './tool/places.ts'
import type { Settings } from './tool/settings.ts'

// What may still come once everything was killed: pipes that somebody holds open, a consumer that does not answer.
const reserveMs = afterKillMs + lastWordsMs

/** Listeners by the type of what happens. */
export type ExecutorListeners = {
  [Type in ExecutionEvent['type']]: (event: Extract<ExecutionEvent, { type: Type }>) => void
}

/**
 * Runs plans (001 §13.4). Also tells its listeners what happens in all of its executions, for logs and metrics; a
 * listener is never waited for, an `onEvent` is.
 */
export class Executor extends EventEmitter<ExecutorListeners> {
  readonly #settings: Settings
  readonly #roots: readonly string[]
  readonly #shutdownTimeoutMs: number
  readonly #killGraceMs: number
  readonly #live = new Map<Execution, Promise<unknown>>()
  #closed = false

  /** @throws {RangeError} a limit among the options is below 0, no number, or `maxConcurrency` is no whole number from 1 */
  constructor(options: ExecutorOptions = {}) {
    super()
    requireNumbers(options, ['toolTimeoutMs', 'planTimeoutMs', 'shutdownTimeoutMs', 'killGraceMs'])
    const cwd = resolve(options.cwd ?? process.cwd())
    const clock = options.clock ?? systemClock
    const maxConcurrency = options.maxConcurrency ?? availableParallelism()
    requireCount('maxConcurrency', maxConcurrency)
    const { describeTool } = options
    this.#killGraceMs = options.killGraceMs ?? 1_000
    this.#shutdownTimeoutMs = options.shutdownTimeoutMs ?? 5_000
    this.#roots = realRoots(options.roots ?? [cwd], cwd)
    this.#settings = {
      cwd,
      clock,
      maxConcurrency,
      random: options.random ?? Math.random,
      toolTimeoutMs: options.toolTimeoutMs ?? 30_000,
      planTimeoutMs: options.planTimeoutMs ?? 60_000,
      runner:
        options.runner ??
        new ProcessRunner({
          ...options.limits,
          clock,
          killGraceMs: this.#killGraceMs,
          ...(options.prewarm && { prewarm: options.prewarm }),
        }),
      places: new Places(maxConcurrency),
      ...(describeTool && { describeTool }),
      ...(options.assetRoots && { assetRoots: realRoots(options.assetRoots, cwd) }),
    }
  }

  /**
   * Runs `plan`, an object or its JSON text. Failures of tools, refused plans, timeouts and cancellation are results;
   * it rejects only for bugs, those of the host's callbacks included.
   *
   * @throws {ExecutorClosedError} `executor_closed` after {@link shutdown} or {@link close}
   */
  async execute(plan: Plan | string, options: ExecuteOptions = {}): Promise<ExecutionResult> {
    if (this.#closed) throw new ExecutorClosedError()
    const { state } = options
    if (state !== undefined && !isJsonObject(state))
      throw new TypeError(`The state must be a JSON object; it is ${JSON.stringify(state)}.`)
    const checked = this.#check(plan, options)
    if ('success' in checked) return checked
    const execution = new Execution(checked, {
      settings: this.#settings,
      options,
      ...(this.eventNames().length > 0 && { observe: (event: ExecutionEvent) => this.#tell(event) }),
    })
    // Known before it runs: whoever hears of its very start may close the executor.
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#live.set(execution, ended)
    try {
      return await execution.run()
    } finally {
      this.#live.delete(execution)
      end()
    }
  }

  /**
   * Starts `count` processes of a tool ahead of its invocation, where its description promises that this is harmless.
   * Does nothing for other tools, for tools outside the allowed folders, and once the pool is full.
   */
  async prewarm(toolPath: string, options: PrewarmOptions = {}): Promise<void> {
    const { cwd, runner } = this.#settings
    const path = realPathOf(resolve(cwd, toolPath))
    if (this.#closed || !isInside(path, this.#rootsOf(options))) return
    const description = await this.#describe(path, options)
    if (this.#closed || description?.prewarm !== true) return
    await runner.prewarm?.(
      { toolPath: path, cwd, ...(description.env && { env: description.env }) },
      options.count ?? 1,
    )
  }

  /** Ends the processes that {@link prewarm} started and that still wait: files that they have read may have changed. */
  async dropPrewarmed(): Promise<void> {
    await this.#settings.runner.dropPrewarmed?.()
  }

  /**
   * Takes no more plans, lets running tools finish and ends the rest, all within `shutdownTimeoutMs`: a tool that does not
   * finish in some half of it is asked to end, and killed after `killGraceMs`. Tools that have not started are skipped.
   */
  async shutdown(): Promise<void> {
    this.#closed = true
    this.#stopAll('finish')
    const { clock } = this.#settings
    const killAfterMs = this.#shutdownTimeoutMs - Math.min(reserveMs, this.#shutdownTimeoutMs / 4)
    const stopTimers = [
      clock.after(Math.max(0, killAfterMs - this.#killGraceMs), () => this.#stopAll('ask')),
      clock.after(killAfterMs, () => this.#stopAll('kill')),
    ]
    await Promise.all(this.#live.values())
    for (const stopTimer of stopTimers) stopTimer()
    await this.#settings.runner.close?.()
  }

  /** Takes no more plans and kills everything at once. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopAll('kill')
    await Promise.all(this.#live.values())
    await this.#settings.runner.close?.()
  }

  // What a host cannot describe is not started early; the attempt itself will tell why.
  async #describe(path: string, options: PrewarmOptions): Promise<ToolDescription | undefined> {
    try {
      return await (options.describeTool ?? this.#settings.describeTool)?.(path)
    } catch {
      return undefined
    }
  }

  #rootsOf({ roots }: Pick<ExecuteOptions, 'roots'>): readonly string[] {
    return roots ? realRoots(roots, this.#settings.cwd) : this.#roots
  }

  #stopAll(how: 'finish' | 'ask' | 'kill'): void {
    for (const execution of this.#live.keys()) execution.stop('cancelled', how)
  }

  #check(plan: Plan | string, options: ExecuteOptions): CheckedPlan | ExecutionResult {
    const state = options.state ?? {}
    let document: unknown = plan
    try {
      if (typeof plan === 'string') document = JSON.parse(plan)
    } catch (error) {
      const issues = [`the plan is not valid JSON: ${(error as Error).message}`]
      return refusal(undefined, { failureReason: 'invalid_json', issues, state })
    }
    try {
      return checkPlan(document, { cwd: this.#settings.cwd, roots: this.#rootsOf(options) })
    } catch (error) {
      if (!InvalidPlanError.isInstance(error)) throw error
      const failureReason = CircularDependencyError.isInstance(error) ? 'circular_dependency' : 'invalid_plan'
      return refusal(document, { failureReason, issues: error.issues, state })
    }
  }

  #tell(event: ExecutionEvent): void {
    // The emitter's types cannot follow that each type's listener gets its own event.
    ;(this.emit as (type: string, event: ExecutionEvent) => boolean).call(this, event.type, event)
  }
}
