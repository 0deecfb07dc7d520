import { findAttemptFailure, jsonPieces } from '@narratoria/protocol/rules'
import type { Attempt, AttemptFailure, AttemptOutcome, RunningAttempt } from '../runner/tool-runner.ts'
import { explainStartError } from './command.ts'
import { type AttemptLimits, OutputReader } from './output-reader.ts'
import { Termination } from './termination.ts'
import type { ProcessOwner, ToolProcess } from './tool-process.ts'

export interface ProcessLimits extends AttemptLimits {
  /** Milliseconds that a process has to be gone after `done`, after the end of its output, or after its exit. */
  exitGraceMs: number
}

const pollMs = 10
/** Looks in succession that find nothing, after something was left. */
const looksWithoutOrphans = 3

/**
 * One attempt as one process, from its request to its end and the end of everything it started.
 *
 * | state       | on                                                            | next state  |
 * | ----------- | ------------------------------------------------------------- | ----------- |
 * | running     | `done`, end of output, exit: the exit grace period starts     | running     |
 * | running     | invalid output, exit grace elapsed, `cancel('terminate')`     | terminating |
 * | terminating | kill grace elapsed, `cancel('kill')` (also from running)      | killed      |
 * | any         | exited and pipes closed, and no orphans are left              | ended       |
 * | running     | the same, with orphans: they are terminated and waited for    | terminating |
 * | killed      | pipes still open after 500 ms                                 | ended       |
 */
export class ProcessAttempt implements RunningAttempt, ProcessOwner {
  readonly outcome: Promise<AttemptOutcome>
  readonly #attempt: Attempt
  readonly #process: ToolProcess
  readonly #limits: ProcessLimits
  readonly #reader: OutputReader
  readonly #termination: Termination
  readonly #warnings: { code: string; message: string }[] = []
  #resolve!: (outcome: AttemptOutcome) => void
  #stopExitGrace: (() => void) | undefined
  #failure: AttemptFailure | undefined
  #ended = false
  #ignoreExit = false
  #isPaused = false
  #hasOutput = false

  constructor(attempt: Attempt, process: ToolProcess, limits: ProcessLimits) {
    this.#attempt = attempt
    this.#process = process
    this.#limits = limits
    const { clock, killGraceMs } = limits
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    this.#termination = new Termination(process.tree, { clock, killGraceMs, onTimeout: () => this.#finish() })
    // Sent first: the tool can read it while the rest is set up.
    this.#send()
    this.#reader = new OutputReader(limits.output, (event, text) => attempt.onEvent(event, text))
    process.setOwner(this)
  }

  /** True if the process was gone before the request could reach it. */
  get missedRequest(): boolean {
    return this.#process.refusedInput && !this.#hasOutput
  }

  cancel(how: 'terminate' | 'kill'): void {
    if (this.#ended) return
    this.#stopExitGrace?.()
    this.#termination[how]()
    this.#resume()
  }

  onOutput(chunk: Uint8Array): void {
    this.#hasOutput = true
    this.#reader.write(chunk)
    this.#checkOutput()
    // Deferred, so that the consumer of `done` runs first.
    if (this.#reader.done) setImmediate(() => this.#expectExit())
    if (!this.#isRunning) return
    const backpressure = this.#attempt.backpressure()
    if (!backpressure) return
    this.#isPaused = true
    this.#process.pause()
    void backpressure.then(() => this.#resume())
  }

  onOutputEnd(): void {
    this.#reader.end()
    this.#checkOutput()
    this.#expectExit()
  }

  onStartError(error: NodeJS.ErrnoException): void {
    const { toolPath, cwd } = this.#attempt
    this.#failure = explainStartError(error, { toolPath, cwd, launcher: this.#process.launcher })
    this.#finish()
  }

  onExit(): void {
    this.#expectExit()
  }

  onClose(): void {
    if (!this.#process.tree.hasOrphans()) return this.#finish()
    if (this.#isRunning) {
      this.#warn('left_processes', 'left processes running, which were terminated')
      this.cancel('terminate')
    }
    this.#waitForOrphans()
  }

  get #isRunning(): boolean {
    return !this.#ended && !this.#termination.hasStarted
  }

  #send(): void {
    this.#process.send(jsonPieces(this.#attempt.request), (error) => {
      const why = `The request could not be written: ${String(error)}`
      this.#failure = { errorCode: 'invalid_request', error: why, retryable: false }
      this.cancel('kill')
    })
  }

  #resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#process.resume()
  }

  // Output of a tool that is being terminated is not checked.
  #checkOutput(): void {
    if (!this.#isRunning || !this.#reader.failure) return
    this.#failure = this.#reader.failure
    this.cancel('terminate')
  }

  #expectExit(): void {
    if (!this.#isRunning) return
    const { clock, exitGraceMs } = this.#limits
    this.#stopExitGrace ??= clock.after(exitGraceMs, () => this.#onExitGraceElapsed())
  }

  #onExitGraceElapsed(): void {
    this.#stopExitGrace = undefined
    // Time during which the host read no output does not count.
    if (this.#isPaused) return this.#expectExit()
    const { exit } = this.#process
    this.#ignoreExit = !exit
    if (this.#reader.done) {
      const what = exit ? 'left processes behind that kept its output open' : 'was still running'
      this.#warn('ended_after_done', `${what} ${this.#limits.exitGraceMs} ms after its end and was terminated`)
    }
    this.cancel('terminate')
  }

  #waitForOrphans(): void {
    let looks = 0
    const poll = () => {
      // On a busy machine, a look can miss a process that forks on and on.
      looks = this.#process.tree.hasOrphans() ? 0 : looks + 1
      if (looks === looksWithoutOrphans) return this.#finish()
      this.#termination.repeat()
      stopPoll = this.#limits.clock.after(pollMs, poll)
    }
    let stopPoll = this.#limits.clock.after(pollMs, poll)
    void this.outcome.then(() => stopPoll())
  }

  #warn(code: string, what: string): void {
    this.#warnings.push({ code, message: `The tool ${this.#attempt.toolPath} ${what}.` })
  }

  #finish(): void {
    if (this.#ended) return
    this.#ended = true
    this.#stopExitGrace?.()
    this.#termination.stopTimer()
    this.#process.release()
    const { exit } = this.#process
    const { done } = this.#reader
    const stderr = this.#process.stderr.toText()
    const failure = this.#failure ?? this.#findFailure()
    this.#resolve({
      ...(done && { done }),
      ...(exit && exit.code !== null && { exitCode: exit.code }),
      ...(exit?.exitSignal && { exitSignal: exit.exitSignal }),
      ...(failure && { failure }),
      ...(this.#failure && { failedFirst: true }),
      ...(stderr !== undefined && { stderr }),
      ...(this.#warnings.length > 0 && { warnings: this.#warnings }),
    })
  }

  #findFailure(): AttemptFailure | undefined {
    // The exit code of a process that was terminated after the grace period is not the tool's result.
    const exit = this.#ignoreExit ? undefined : this.#process.exit
    const fault = findAttemptFailure({ done: this.#reader.done, exitCode: exit?.code, exitSignal: exit?.exitSignal })
    return fault && { errorCode: fault.code, error: fault.message }
  }
}
