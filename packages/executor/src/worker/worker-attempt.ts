import { type AttemptLimits, OutputReader } from '../process/output-reader.ts'
import { StderrTail } from '../process/stderr-tail.ts'
import type { Attempt, AttemptFailure, AttemptOutcome, RunningAttempt } from '../runner/tool-runner.ts'

/** The part of a worker that its attempts use. */
export interface AttemptHost {
  abort: (attempt: WorkerAttempt) => void
  /** Ends the worker at once. */
  kill: () => void
  /** Called with the number of bytes that an attempt keeps for a busy host from now on; negative if it keeps fewer. */
  onKept: (bytes: number) => void
}

/** Milliseconds that a tool has to end after a kill, before its worker is killed with all attempts that it runs. */
const abortGraceMs = 100

/** One attempt as a call in a worker process, which may run further attempts at the same time. */
export class WorkerAttempt implements RunningAttempt {
  readonly outcome: Promise<AttemptOutcome>
  readonly attempt: Attempt
  readonly #host: AttemptHost
  readonly #limits: AttemptLimits
  readonly #reader: OutputReader
  readonly #stderr = new StderrTail()
  readonly #kept: Uint8Array[] = []
  #resolve!: (outcome: AttemptOutcome) => void
  #stopTimer: (() => void) | undefined
  #hasOutput = false
  #isHeld = false
  #state: 'running' | 'terminating' | 'killed' | 'ended' = 'running'
  /** What ends the attempt once the output that is kept has been read. */
  #end: (() => void) | undefined

  constructor(attempt: Attempt, host: AttemptHost, limits: AttemptLimits) {
    this.attempt = attempt
    this.#host = host
    this.#limits = limits
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.#reader = new OutputReader(limits.output, (event, text) => attempt.onEvent(event, text))
  }

  /** True if the tool did not run: its worker was lost before the tool wrote anything, or cannot call it. */
  hasNotRun = false

  cancel(how: 'terminate' | 'kill'): void {
    if (this.#state === 'ended' || this.#state === 'killed' || (this.#state === 'terminating' && how === 'terminate'))
      return
    if (this.#state === 'running') this.#host.abort(this)
    this.#state = how === 'kill' ? 'killed' : 'terminating'
    this.#stopTimer?.()
    const graceMs = how === 'kill' ? Math.min(abortGraceMs, this.#limits.killGraceMs) : this.#limits.killGraceMs
    this.#stopTimer = this.#limits.clock.after(graceMs, () => this.#host.kill())
    // Its output is not waited for any more.
    if (this.#isHeld) this.#release()
  }

  onOutput(chunk: Uint8Array): void {
    this.#hasOutput = true
    if (this.#isHeld) {
      this.#kept.push(chunk)
      this.#host.onKept(chunk.length)
    } else this.#read(chunk)
  }

  onStderr(chunk: Uint8Array): void {
    this.#stderr.push(chunk)
  }

  /** The file is not a tool that can be called. */
  onRefused(): void {
    this.hasNotRun = true
  }

  onEnd(): void {
    this.#afterOutput(() => {
      this.#reader.end()
      this.#finish(this.#state === 'running' ? undefined : stopped)
    })
  }

  /** The worker has ended first. */
  onLost(how: string): void {
    if (this.#state === 'running') this.hasNotRun ||= !this.#hasOutput
    this.#afterOutput(() => this.#finish(this.#state === 'running' ? lost(how) : stopped))
  }

  #afterOutput(end: () => void): void {
    if (this.#isHeld) this.#end ??= end
    else end()
  }

  #read(chunk: Uint8Array): void {
    this.#reader.write(chunk)
    // A tool that breaks the protocol is stopped, as a process is.
    if (this.#reader.failure && this.#state === 'running') this.cancel('terminate')
    if (this.#state !== 'running') return
    const backpressure = this.attempt.backpressure()
    if (!backpressure) return
    this.#isHeld = true
    void backpressure.then(() => this.#release())
  }

  /** Reads the output that was kept, up to the next backpressure. */
  #release(): void {
    if (!this.#isHeld) return
    this.#isHeld = false
    while (this.#kept.length > 0 && !this.#isHeld) {
      const chunk = this.#kept.shift()!
      this.#host.onKept(-chunk.length)
      this.#read(chunk)
    }
    if (!this.#isHeld) this.#end?.()
  }

  #finish(interrupted: AttemptFailure | undefined): void {
    if (this.#state === 'ended') return
    this.#state = 'ended'
    this.#stopTimer?.()
    this.#resolve(this.#reader.outcomeOfCall(interrupted, this.#stderr.toText()))
  }
}

const stopped: AttemptFailure = { errorCode: 'exit_signal', error: 'The tool was stopped.' }

function lost(how: string): AttemptFailure {
  return { errorCode: 'worker_lost', error: `The worker process that ran the tool ${how}.` }
}
