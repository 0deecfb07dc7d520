import { resolve } from 'node:path'
import { type ExecutionResult, type FailureReason, isJsonObject, type Plan } from '@narratoria/protocol'
import { requireNode } from '@narratoria/protocol/require-node'
import { CircularDependencyError, ExecutorClosedError, InvalidPlanError } from './errors.ts'
import { drainTimeoutMs, Execution } from './execution/execution.ts'
import { refusal } from './execution/summarize.ts'
import type { CloseOptions, ExecuteOptions, ExecutorOptions, PrewarmOptions, ToolDescription } from './options.ts'
import { findExcess, howToShorten } from './plan/input-size.ts'
import { isInside, realPathOf, realRoots } from './plan/tool-roots.ts'
import { checkPlan, type CheckedPlan, type ResolvedRules } from './plan/validate-plan.ts'
import { Pauses } from './execution/pause.ts'
import { pipeTimeoutMs } from './process/termination.ts'
import { resolveSettings, type Settings } from './settings.ts'

// A tool that is defined in the entry file of a host must not run as if it were the process of a tool: `defineTool` reads this.
Reflect.set(globalThis, Symbol.for('narratoria.host'), true)

// Time that closing may still need after the last process was killed.
const reserveMs = pipeTimeoutMs + drainTimeoutMs

/**
 * Runs plans: each tool as a process, with retries, time limits and a result that says what happened.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { Executor } from '@narratoria/executor'
 *
 * const folder = mkdtempSync(join(tmpdir(), 'tools-'))
 * writeFileSync(
 *   join(folder, 'bell.mjs'),
 *   `console.log('{"version":"0","type":"state_patch","patch":{"rung":true}}')
 *    console.log('{"version":"0","type":"done","ok":true}')`,
 * )
 *
 * const executor = new Executor({ cwd: folder })
 * const result = await executor.execute({
 *   requestId: crypto.randomUUID(),
 *   tools: [{ toolId: 'ring', toolPath: 'bell.mjs' }],
 * })
 * assert.deepEqual([result.success, result.state], [true, { rung: true }])
 *
 * await executor.close()
 * rmSync(folder, { recursive: true })
 * ```
 */
export class Executor {
  readonly #settings: Settings
  readonly #running = new Map<Execution, Promise<unknown>>()
  #closed = false

  /** @throws {RangeError} if a limit is not a non-negative number, or `maxConcurrency` is not a positive integer */
  constructor(options: ExecutorOptions = {}) {
    requireNode()
    this.#settings = resolveSettings(options)
  }

  /**
   * Runs `plan`, an object or its JSON text. Failed tools, refused plans, timeouts and cancellation are results. Rejects only
   * for bugs, including exceptions of the host's callbacks.
   *
   * @throws {ExecutorClosedError} `executor_closed` after {@link close}
   * @throws {TypeError} if `state` is not a JSON object or `roots` is not a list
   */
  async execute(plan: Plan | string, options: ExecuteOptions = {}): Promise<ExecutionResult> {
    if (this.#closed) throw new ExecutorClosedError()
    const { state } = options
    if (state !== undefined && !isJsonObject(state))
      throw new TypeError(`The state must be a JSON object; it is ${JSON.stringify(state)}.`)
    const checking = this.#check(plan, options)
    const checked = checking instanceof Promise ? await checking : checking
    if (this.#closed) throw new ExecutorClosedError()
    if ('success' in checked) return checked
    const execution = new Execution(checked, this.#settings, options)
    // Registered before it runs: a callback may close the executor on the first event.
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#running.set(execution, ended)
    try {
      return await execution.run()
    } finally {
      this.#running.delete(execution)
      end()
    }
  }

  /**
   * Starts `count` processes of a tool ahead of its invocation. Does nothing if the tool's description does not allow it, if
   * the tool is outside the allowed folders, or if the pool is full.
   */
  async prewarm(toolPath: string, options: PrewarmOptions = {}): Promise<void> {
    const { cwd, runner, sandboxRunner } = this.#settings
    const path = realPathOf(resolve(cwd, toolPath))
    if (this.#closed || !isInside(path, this.#rootsOf(options))) return
    const description = await this.#describe(path, options)
    if (this.#closed || description?.prewarm !== true) return
    const { env, sandbox, worker, request } = description
    const program = { toolPath: path, cwd, sandbox, worker, dataDir: request?.skill?.dataDir, ...(env && { env }) }
    await (sandbox ? sandboxRunner : runner).prewarm?.(program, options.count ?? 1)
  }

  /** Ends the processes that {@link prewarm} started and that wait for a request. Call it when files of the tools change. */
  async dropPrewarmed(): Promise<void> {
    const { runner, sandboxRunner } = this.#settings
    await Promise.all([runner.dropPrewarmed?.(), sandboxRunner.dropPrewarmed?.()])
  }

  /**
   * Refuses new plans, waits for running tools and skips those that have not started. Tools that still run late in
   * `shutdownTimeoutMs` are terminated, and killed after `killGraceMs`. With `force`, running tools are killed at once.
   */
  async close({ force = false }: CloseOptions = {}): Promise<void> {
    this.#closed = true
    this.#stopAll(force ? 'kill' : 'finish')
    const { clock, runner, sandboxRunner, shutdownTimeoutMs, killGraceMs } = this.#settings
    const killAfterMs = shutdownTimeoutMs - Math.min(reserveMs, shutdownTimeoutMs / 4)
    const timers = force
      ? []
      : [
          clock.after(Math.max(0, killAfterMs - killGraceMs), () => this.#stopAll('terminate')),
          clock.after(killAfterMs, () => this.#stopAll('kill')),
        ]
    await Promise.all(this.#running.values())
    for (const stopTimer of timers) stopTimer()
    await Promise.all([runner.close?.(), sandboxRunner.close?.()])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  // A tool that cannot be described is not prewarmed; its attempt reports the reason.
  async #describe(path: string, options: PrewarmOptions): Promise<ToolDescription | undefined> {
    try {
      return await (options.describeTool ?? this.#settings.describeTool)?.(path)
    } catch {
      return undefined
    }
  }

  #rootsOf({ roots }: Pick<ExecuteOptions, 'roots'>): readonly string[] {
    return roots ? realRoots(roots, this.#settings.cwd) : this.#settings.roots
  }

  #stopAll(how: 'finish' | 'terminate' | 'kill'): void {
    for (const execution of this.#running.keys()) execution.stop('cancelled', how)
  }

  /** Checks a plan, with pauses if it is large. */
  #check(plan: Plan | string, options: ExecuteOptions): Checked | Promise<Checked> {
    const state = options.state ?? {}
    const { clock, cwd, maxTools, maxInputBytes, functions } = this.#settings
    const isInProcess = (path: string) => functions.has(path)
    const rules = { cwd, maxTools, maxInputBytes, roots: this.#rootsOf(options), isInProcess }
    const document: { read?: unknown } = {}
    const steps = checkDocument(plan, rules, document)
    const pauses = new Pauses(clock)
    const proceed = (): Checked | Promise<Checked> => {
      try {
        for (let step = steps.next(); ; step = steps.next()) {
          if (step.done) return step.value
          const pause = pauses.next()
          if (pause) return pause.then(proceed)
        }
      } catch (error) {
        // The fields of a plan that cannot be read may throw again.
        const readable = InvalidPlanError.isInstance(error) ? document.read : undefined
        return refusal(readable, { ...explainRefusal(error), state })
      }
    }
    return proceed()
  }
}

type Checked = CheckedPlan | ExecutionResult

/** Text that is not JSON. */
class UnparsedPlanError extends Error {}

/** Checks a plan or its text. `document.read` becomes the plan, as far as it can be read. */
function* checkDocument(
  plan: Plan | string,
  rules: ResolvedRules,
  document: { read?: unknown },
): Generator<void, CheckedPlan> {
  if (typeof plan === 'string') {
    const excess = yield* findExcess(plan, rules.maxInputBytes)
    if (excess !== undefined) throw new InvalidPlanError([`${excess}; ${howToShorten}`])
    yield
    try {
      document.read = JSON.parse(plan)
    } catch (error) {
      throw new UnparsedPlanError(`the plan is not valid JSON: ${(error as Error).message}`)
    }
    yield
  } else document.read = plan
  return yield* checkPlan(document.read, rules)
}

function explainRefusal(error: unknown): { failureReason: FailureReason; issues: string[] } {
  if (error instanceof UnparsedPlanError) return { failureReason: 'invalid_json', issues: [error.message] }
  if (InvalidPlanError.isInstance(error)) {
    const failureReason = CircularDependencyError.isInstance(error) ? 'circular_dependency' : 'invalid_plan'
    return { failureReason, issues: error.issues }
  }
  // A field of an object that is not of JSON threw.
  const issues = [`the plan cannot be read: ${error instanceof Error ? error.message : String(error)}`]
  return { failureReason: 'invalid_plan', issues }
}
