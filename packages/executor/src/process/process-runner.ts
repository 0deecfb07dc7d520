import { systemClock, type Clock } from '../clock.ts'
import { requireNumbers } from '../require-numbers.ts'
import type { Attempt, AttemptOutcome, RunningAttempt, ToolProgram, ToolRunner } from '../runner/tool-runner.ts'
import { watchHostExit } from './host-exit.ts'
import { type ExecutionLimits, outputLimitsOf } from './output-reader.ts'
import { type Launch, PrewarmPool, type PrewarmLimits } from './prewarm-pool.ts'
import { ProcessAttempt, type ProcessLimits } from './process-attempt.ts'
import { startTool, type Wrap } from './start-tool.ts'
import { ToolProcess } from './tool-process.ts'

/** An attempt that runs as a local process. */
export interface RunningProcess extends RunningAttempt {
  /** The folder that replaced the `assetsDir` of its request. */
  readonly scratchDir?: string | undefined
}

/** Options of {@link ProcessRunner}. */
export interface ProcessRunnerOptions extends ExecutionLimits {
  /** Milliseconds between terminating and killing a process. Defaults to 1,000. */
  killGraceMs?: number
  /** Milliseconds that a process has to be gone after `done`. Defaults to 2,000. */
  exitGraceMs?: number
  prewarm?: PrewarmLimits
  /**
   * Returns the command that runs a tool's command, such as that of a container or a remote shell. It must pass on standard input, output
   * and error, the exit code, and SIGTERM. Defaults to the command itself.
   */
  wrap?: Wrap
  /** Defaults to `systemClock`. */
  clock?: Clock
}

/**
 * Runs tools as local processes, each with its own process group.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { Executor, ProcessRunner } from '@narratoria/executor'
 *
 * const executor = new Executor({ runner: new ProcessRunner({ exitGraceMs: 500 }) })
 * const plan = { requestId: crypto.randomUUID(), tools: [{ toolId: 'ring', toolPath: './missing.mjs' }] }
 * const result = await executor.execute(plan)
 * assert.equal(result.toolResults[0]?.errorCode, 'tool_not_found')
 * await executor.close()
 * ```
 */
export class ProcessRunner implements ToolRunner {
  readonly #limits: ProcessLimits
  readonly #launch: Launch
  readonly #pool: PrewarmPool
  readonly #running = new Set<RunningAttempt>()
  readonly #onHostExit = () => {
    this.#pool.kill()
    for (const attempt of this.#running) attempt.cancel('kill')
  }

  /** @throws {RangeError} if a limit is not a non-negative number */
  constructor(options: ProcessRunnerOptions = {}) {
    requireNumbers(options, ['maxLineBytes', 'maxEvents', 'maxOutputBytes', 'killGraceMs', 'exitGraceMs'])
    requireNumbers(options.prewarm ?? {}, ['maxProcesses', 'maxIdleMs', 'maxMemoryBytes'])
    const clock = options.clock ?? systemClock
    this.#launch = (program) => startTool(program, options.wrap)
    this.#pool = new PrewarmPool({ clock, launch: this.#launch }, options.prewarm ?? {}, () => this.#watchHostExit())
    this.#limits = {
      clock,
      output: outputLimitsOf(options),
      killGraceMs: options.killGraceMs ?? 1_000,
      exitGraceMs: options.exitGraceMs ?? 2_000,
    }
  }

  /** Starts an attempt, in a prewarmed process if one waits. */
  start(attempt: Attempt): RunningProcess {
    const warm = attempt.prewarm && this.#pool.take(attempt, (process) => this.#startWarm(attempt, process))
    return warm || this.#startCold(attempt)
  }

  /** Starts processes of `program` until `count` wait for requests or a limit is reached. */
  async prewarm(program: ToolProgram, count: number): Promise<void> {
    await this.#pool.fill(program, count)
  }

  /** Ends the processes that wait for requests. */
  async dropPrewarmed(): Promise<void> {
    await this.#pool.drop()
  }

  /** Ends the processes that wait for requests and prewarms no more. Running attempts continue. */
  async close(): Promise<void> {
    await this.#pool.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #startCold(attempt: Attempt): RunningProcess {
    const process = this.#launch(attempt)
    if (!(process instanceof ToolProcess)) return { outcome: Promise.resolve({ failure: process }), cancel() {} }
    return this.#register(new ProcessAttempt(attempt, process, this.#limits))
  }

  // A waiting process that died never received the request; a cold process then replaces it.
  #startWarm(attempt: Attempt, process: ToolProcess): RunningProcess {
    const { scratchDir } = process
    const placed = scratchDir === undefined ? attempt : withAssetsDir(attempt, scratchDir)
    const first = new ProcessAttempt(placed, process, this.#limits)
    let current: RunningAttempt = first
    let isCancelled = false
    const outcome = first.outcome.then((ended): AttemptOutcome | Promise<AttemptOutcome> => {
      if (!first.missedRequest || isCancelled) return ended
      current = this.#startCold(attempt)
      return current.outcome
    })
    return this.#register({
      outcome,
      get scratchDir() {
        return current === first ? scratchDir : undefined
      },
      cancel(how) {
        isCancelled = true
        current.cancel(how)
      },
    })
  }

  #register(attempt: RunningProcess): RunningProcess {
    this.#running.add(attempt)
    this.#watchHostExit()
    void attempt.outcome.then(() => {
      this.#running.delete(attempt)
      this.#watchHostExit()
    })
    return attempt
  }

  #watchHostExit(): void {
    watchHostExit(this.#onHostExit, this.#running.size + this.#pool.size > 0)
  }
}

function withAssetsDir(attempt: Attempt, assetsDir: string): Attempt {
  return {
    toolPath: attempt.toolPath,
    cwd: attempt.cwd,
    ...(attempt.env && { env: attempt.env }),
    dataDir: attempt.dataDir,
    sandbox: attempt.sandbox,
    request: { ...attempt.request, assetsDir },
    onEvent: attempt.onEvent,
    backpressure: attempt.backpressure,
  }
}
