import { systemClock, type Clock } from '../clock.ts'
import { requireNumbers } from '../require-numbers.ts'
import type { RunOutcome, ToolJob, ToolRun, ToolRunner, WarmTool } from '../runner/tool-runner.ts'
import { watchHostExit } from './host-exit.ts'
import { launch } from './launch.ts'
import { PrewarmPool, type PrewarmLimits } from './prewarm-pool.ts'
import { ProcessRun, type RunPatience } from './process-run.ts'
import type { OutputLimits } from './read-output.ts'
import { ToolProcess } from './tool-process.ts'

/** Options of the runner of local processes. */
export interface ProcessRunnerOptions {
  /** Longest line of output in bytes; 8 MiB. */
  maxLineBytes?: number
  /** Most events of one attempt; 250,000. */
  maxEvents?: number
  /** Most bytes of standard output of one attempt; 256 MiB. */
  maxOutputBytes?: number
  /** What a process gets between being asked to end and being killed; 1,000 ms. */
  killGraceMs?: number
  /** What a process gets after `done` to be gone; 2,000 ms. */
  exitGraceMs?: number
  prewarm?: PrewarmLimits
  clock?: Clock
}

/** Runs tools as processes of this machine (FR-045), each in a group of its own, which ends with it. */
export class ProcessRunner implements ToolRunner {
  readonly #patience: RunPatience
  readonly #pool: PrewarmPool
  readonly #live = new Set<ToolRun>()
  readonly #onHostExit = () => {
    this.#pool.kill()
    for (const run of this.#live) run.cancel('kill')
  }

  /** @throws {RangeError} a limit among the options is below 0 or no number */
  constructor(options: ProcessRunnerOptions = {}) {
    requireNumbers(options, ['maxLineBytes', 'maxEvents', 'maxOutputBytes', 'killGraceMs', 'exitGraceMs'])
    requireNumbers(options.prewarm ?? {}, ['maxProcesses', 'maxIdleMs', 'maxMemoryBytes'])
    const limits: OutputLimits = {
      maxLineBytes: options.maxLineBytes ?? 8 * 1024 * 1024,
      maxEvents: options.maxEvents ?? 250_000,
      maxOutputBytes: options.maxOutputBytes ?? 256 * 1024 * 1024,
    }
    const clock = options.clock ?? systemClock
    this.#pool = new PrewarmPool(clock, options.prewarm ?? {}, () => this.#watchExit())
    this.#patience = {
      clock,
      limits,
      killGraceMs: options.killGraceMs ?? 1_000,
      exitGraceMs: options.exitGraceMs ?? 2_000,
    }
  }

  start(job: ToolJob): ToolRun {
    const warm = job.prewarm && this.#pool.take(job, (process) => this.#keepWarm(job, this.#run(job, process)))
    return warm || this.#startCold(job)
  }

  /** Starts processes of `tool` until `count` wait for requests, as far as the limits of the pool allow. */
  async prewarm(tool: WarmTool, count: number): Promise<void> {
    await this.#pool.fill(tool, count)
  }

  /** Ends the processes that wait for requests. */
  async dropPrewarmed(): Promise<void> {
    await this.#pool.drop()
  }

  async close(): Promise<void> {
    await this.#pool.close()
  }

  #startCold(job: ToolJob): ToolRun {
    const process = launch(job)
    if (!(process instanceof ToolProcess)) return { outcome: Promise.resolve({ failure: process }), cancel() {} }
    return this.#keep(this.#run(job, process))
  }

  #run(job: ToolJob, process: ToolProcess): ProcessRun {
    return new ProcessRun(job, process, this.#patience)
  }

  // A process that had died while it waited never saw the request: a cold one takes its place, and nobody is told.
  #keepWarm(job: ToolJob, first: ProcessRun): ToolRun {
    let current: ToolRun = first
    let cancelled: 'ask' | 'kill' | undefined
    const outcome = first.outcome.then((ended): RunOutcome | Promise<RunOutcome> => {
      if (!first.neverHeard || cancelled) return ended
      current = this.#startCold(job)
      return current.outcome
    })
    return this.#keep({
      outcome,
      cancel(how) {
        cancelled = how
        current.cancel(how)
      },
    })
  }

  #keep(run: ToolRun): ToolRun {
    this.#live.add(run)
    this.#watchExit()
    void run.outcome.then(() => {
      this.#live.delete(run)
      this.#watchExit()
    })
    return run
  }

  #watchExit(): void {
    watchHostExit(this.#onHostExit, this.#live.size + this.#pool.size > 0)
  }
}
