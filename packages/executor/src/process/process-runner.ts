import { systemClock, type Clock } from '../clock.ts'
import type { RunOutcome, ToolJob, ToolRun, ToolRunner } from '../runner/tool-runner.ts'
import { launch } from './launch.ts'
import { ProcessRun, type RunPatience } from './process-run.ts'
import type { OutputLimits } from './read-output.ts'

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
  /** What a process gets after `done` to be gone (DESIGN §5.4); 2,000 ms. */
  exitGraceMs?: number
  clock?: Clock
}

/** Runs tools as processes of this machine (FR-045), each in a group of its own, which ends with it. */
export class ProcessRunner implements ToolRunner {
  readonly #patience: RunPatience
  readonly #live = new Set<ToolRun>()
  // A host that exits takes its tools along: nothing else would end them.
  readonly #onHostExit = () => {
    for (const run of this.#live) run.cancel('kill')
  }

  constructor(options: ProcessRunnerOptions = {}) {
    const limits: OutputLimits = {
      maxLineBytes: options.maxLineBytes ?? 8 * 1024 * 1024,
      maxEvents: options.maxEvents ?? 250_000,
      maxOutputBytes: options.maxOutputBytes ?? 256 * 1024 * 1024,
    }
    this.#patience = {
      clock: options.clock ?? systemClock,
      limits,
      killGraceMs: options.killGraceMs ?? 1_000,
      exitGraceMs: options.exitGraceMs ?? 2_000,
    }
  }

  start(job: ToolJob): ToolRun {
    const launched = launch(job)
    if (!('child' in launched)) return overAtOnce({ failure: launched })
    const run = new ProcessRun(job, launched, this.#patience)
    if (this.#live.size === 0) process.on('exit', this.#onHostExit)
    this.#live.add(run)
    void run.outcome.then(() => {
      this.#live.delete(run)
      if (this.#live.size === 0) process.off('exit', this.#onHostExit)
    })
    return run
  }
}

function overAtOnce(outcome: RunOutcome): ToolRun {
  return { outcome: Promise.resolve(outcome), cancel() {} }
}
