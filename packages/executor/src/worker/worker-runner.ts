import { commandOf } from '../process/command.ts'
import { watchHostExit } from '../process/host-exit.ts'
import { startTool } from '../process/start-tool.ts'
import { findProgramFile } from '../files/find-program-file.ts'
import { ToolProcess } from '../process/tool-process.ts'
import type { Attempt, AttemptOutcome, RunningAttempt, ToolProgram, ToolRunner } from '../runner/tool-runner.ts'
import { systemClock } from '../clock.ts'
import { type AttemptLimits, outputLimitsOf } from '../process/output-reader.ts'
import { ProcessRunner, type ProcessRunnerOptions } from '../process/process-runner.ts'
import { requireNumbers } from '../require-numbers.ts'
import { WorkerProcess } from './worker-process.ts'

/** Options of a {@link WorkerRunner}. */
export interface WorkerRunnerOptions extends Omit<ProcessRunnerOptions, 'wrap'> {
  /** Runs the tools that name no worker, and those that a worker cannot run. Defaults to a `ProcessRunner` with the other options. */
  processes?: ToolRunner
  /** Milliseconds after which a worker without attempts is ended. Defaults to 300,000. */
  maxIdleMs?: number
}

interface Worker {
  process: WorkerProcess
  stopIdleTimer?: (() => void) | undefined
}

// A bundle of a host has no such file; then no tool runs in a worker.
const programPath = findProgramFile('worker-program', import.meta.url)

/**
 * Runs tools that name a worker in a process that serves many attempts: it imports the file of a tool once and then calls the tool for each
 * attempt, several at a time. A tool that its worker cannot call, and every other tool, gets a process of its own. Tools in one worker are not
 * isolated from each other; an attempt that has to be killed ends its worker, and the other attempts in it fail with `worker_lost`
 * unless they had not written anything yet: those get a process of their own.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { Executor, WorkerRunner } from '@narratoria/executor'
 *
 * const executor = new Executor({ runner: new WorkerRunner(), describeTool: () => ({ worker: 'mine' }) })
 * const plan = { requestId: crypto.randomUUID(), tools: [{ toolId: 'ring', toolPath: './missing.mjs' }] }
 * const result = await executor.execute(plan)
 * assert.equal(result.toolResults[0]?.errorCode, 'tool_not_found')
 * await executor.close()
 * ```
 */
export class WorkerRunner implements ToolRunner {
  readonly #processRunner: ToolRunner
  readonly #limits: AttemptLimits
  readonly #maxIdleMs: number
  readonly #workers = new Map<string, Worker>()
  /** Workers that serve no more attempts and have not ended. */
  readonly #retired = new Set<WorkerProcess>()
  /** Tools that no worker can call. */
  readonly #uncallable = new Set<string>()
  #closed = false
  readonly #onHostExit = () => {
    for (const process of this.#running()) process.kill()
  }

  /** @throws {RangeError} if a limit is not a non-negative number */
  constructor(options: WorkerRunnerOptions = {}) {
    const { clock = systemClock, killGraceMs = 1_000, maxIdleMs = 300_000, processes, ...limits } = options
    requireNumbers({ ...limits, killGraceMs, maxIdleMs }, [
      'maxLineBytes',
      'maxEvents',
      'maxOutputBytes',
      'killGraceMs',
      'maxIdleMs',
    ])
    this.#processRunner = processes ?? new ProcessRunner(options)
    this.#limits = { clock, killGraceMs, output: outputLimitsOf(limits) }
    this.#maxIdleMs = maxIdleMs
  }

  start(attempt: Attempt): RunningAttempt {
    const worker = this.#workerFor(attempt)
    if (!worker) return this.#processRunner.start(attempt)
    worker.stopIdleTimer?.()
    const first = worker.process.start(attempt)
    let current: RunningAttempt = first
    let isCancelled = false
    const outcome = first.outcome.then((ended): AttemptOutcome | Promise<AttemptOutcome> => {
      if (!first.hasNotRun || isCancelled) return ended
      if (!worker.process.hasEnded) this.#uncallable.add(attempt.toolPath)
      current = this.#processRunner.start(attempt)
      return current.outcome
    })
    return {
      outcome,
      cancel(how) {
        isCancelled = true
        current.cancel(how)
      },
    }
  }

  async prewarm(program: ToolProgram, count: number): Promise<void> {
    const worker = this.#workerFor(program)
    if (!worker) return this.#processRunner.prewarm?.(program, count)
    worker.process.load(program.toolPath)
  }

  /** Ends the workers. Resolves when the idle ones have ended; a busy worker ends after its attempts. */
  async dropPrewarmed(): Promise<void> {
    const idle = this.#running().filter(({ isIdle }) => isIdle)
    for (const key of this.#workers.keys()) this.#retire(key)
    this.#uncallable.clear()
    await Promise.all([...idle.map(({ ended }) => ended), this.#processRunner.dropPrewarmed?.()])
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { stopIdleTimer } of this.#workers.values()) stopIdleTimer?.()
    const workers = this.#running()
    for (const process of workers) process.kill()
    await Promise.all([...workers.map(({ ended }) => ended), this.#processRunner.close?.()])
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  #workerFor(program: ToolProgram): Worker | undefined {
    const { toolPath, worker } = program
    if (worker === undefined || this.#closed || !programPath || this.#uncallable.has(toolPath)) return undefined
    if (commandOf(toolPath).file !== process.execPath) return undefined
    const key = keyOf(program)
    const existing = this.#workers.get(key)
    if (existing?.process.accepts(toolPath)) return existing
    if (existing) this.#retire(key)
    return this.#startWorker(key, program, programPath)
  }

  #startWorker(key: string, { toolPath, cwd, env }: ToolProgram, path: string): Worker | undefined {
    const started = startTool({ toolPath: path, cwd, ...(env && { env }) })
    if (!(started instanceof ToolProcess) || !started.hasStarted) return undefined
    const worker: Worker = {
      process: new WorkerProcess(started, this.#limits, () => {
        this.#onChange(key, worker)
      }),
    }
    // Records the version of the file that it will read. The process of a missing file reports it.
    if (!worker.process.accepts(toolPath)) {
      worker.process.kill()
      return undefined
    }
    this.#workers.set(key, worker)
    this.#watchIdle(key, worker)
    this.#watchHostExit()
    return worker
  }

  #onChange(key: string, worker: Worker): void {
    if (worker.process.hasEnded) {
      worker.stopIdleTimer?.()
      this.#retired.delete(worker.process)
      if (this.#workers.get(key) === worker) this.#workers.delete(key)
      this.#watchHostExit()
    } else if (this.#workers.get(key) === worker) this.#watchIdle(key, worker)
  }

  #watchIdle(key: string, worker: Worker): void {
    worker.stopIdleTimer?.()
    worker.stopIdleTimer = this.#limits.clock.after(this.#maxIdleMs, () => this.#retire(key), { background: true })
  }

  #retire(key: string): void {
    const worker = this.#workers.get(key)
    if (!worker) return
    worker.stopIdleTimer?.()
    this.#workers.delete(key)
    this.#retired.add(worker.process)
    worker.process.retire()
  }

  #running(): WorkerProcess[] {
    return [...[...this.#workers.values()].map((worker) => worker.process), ...this.#retired]
  }

  #watchHostExit(): void {
    watchHostExit(this.#onHostExit, this.#workers.size + this.#retired.size > 0)
  }
}

function keyOf({ worker, cwd, env }: ToolProgram): string {
  return JSON.stringify([worker, cwd, env && Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))])
}
