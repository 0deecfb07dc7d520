import type { DoneEvent } from '@narratoria/protocol'
import { findAttemptFailure } from '@narratoria/protocol/rules'
import type { Clock } from '../clock.ts'
import type { RunFailure, RunOutcome, ToolJob, ToolRun } from '../runner/tool-runner.ts'
import { explainStartError } from './command.ts'
import { OutputReader, type OutputLimits } from './read-output.ts'
import type { ProcessOwner, ToolProcess } from './tool-process.ts'

/** How patient a process runner is. */
export interface RunPatience {
  clock: Clock
  limits: OutputLimits
  /** Between asking and killing. */
  killGraceMs: number
  /** What a process has to be gone once nothing more can come of it. */
  exitGraceMs: number
}

/** How long after a kill the pipes may stay open, in milliseconds: a process that could not be found may hold them. */
export const afterKillMs = 500
const pollMs = 10

/** One attempt as one process, from its request to its end and the end of all that it started. */
export class ProcessRun implements ToolRun, ProcessOwner {
  readonly outcome: Promise<RunOutcome>
  readonly #job: ToolJob
  readonly #process: ToolProcess
  readonly #patience: RunPatience
  readonly #reader: OutputReader
  readonly #warnings: { code: string; message: string }[] = []
  #resolve!: (outcome: RunOutcome) => void
  #done: DoneEvent | undefined
  #failure: RunFailure | undefined
  #stage: 'running' | 'asked' | 'killed' | 'over' = 'running'
  #endedByGrace = false
  #held = false
  #heard = false
  #stopGrace: (() => void) | undefined
  #stopTimer: (() => void) | undefined

  constructor(job: ToolJob, process: ToolProcess, patience: RunPatience) {
    this.#job = job
    this.#process = process
    this.#patience = patience
    this.outcome = new Promise((resolve) => (this.#resolve = resolve))
    // The tool reads while this process still sets up what hears it.
    this.#send()
    this.#reader = new OutputReader(patience.limits, (event, text) => {
      if (event.type === 'done') this.#done = event
      job.onEvent(event, text)
    })
    process.give(this)
  }

  /** True when the process was gone before the request could reach it. */
  get neverHeard(): boolean {
    return this.#process.refusedInput && !this.#heard
  }

  onOutputEnd(): void {
    this.#reader.end()
    this.#noteFailure()
    this.#expectExit()
  }

  onStartError(error: NodeJS.ErrnoException): void {
    this.#failure = explainStartError(error, this.#job.toolPath, this.#job.cwd)
    this.#finish()
  }

  onExit(): void {
    this.#expectExit()
  }

  cancel(how: 'ask' | 'kill'): void {
    if (this.#stage === 'over' || this.#stage === 'killed') return
    if (how === 'kill') return this.#kill()
    if (this.#stage === 'asked') return
    this.#stage = 'asked'
    this.#stopGrace?.()
    this.#process.tree.ask()
    this.#resume()
    this.#stopTimer = this.#patience.clock.after(this.#patience.killGraceMs, () => this.#kill())
  }

  #kill(): void {
    this.#stage = 'killed'
    this.#stopGrace?.()
    this.#stopTimer?.()
    this.#process.tree.kill()
    this.#resume()
    this.#stopTimer = this.#patience.clock.after(afterKillMs, () => this.#finish())
  }

  #send(): void {
    let request: string
    try {
      request = JSON.stringify(this.#job.request)
    } catch (error) {
      this.#failure = {
        errorCode: 'invalid_request',
        error: `The request could not be written: ${String(error)}`,
        retryable: false,
      }
      return this.cancel('kill')
    }
    this.#process.send(request)
  }

  onOutput(chunk: Uint8Array): void {
    this.#heard = true
    this.#reader.write(chunk)
    this.#noteFailure()
    // Not before whoever waits for `done` was answered: the time for the exit is long.
    if (this.#done && !this.#stopGrace) setImmediate(() => this.#expectExit())
    if (this.#stage !== 'running') return
    const hold = this.#job.hold()
    if (!hold) return
    this.#held = true
    this.#process.pause()
    void hold.then(() => this.#resume())
  }

  // A host that was waited for may still be busy: the next chunk will tell.
  #resume(): void {
    if (!this.#held) return
    this.#held = false
    this.#process.resume()
  }

  #noteFailure(): void {
    // What a tool writes once it was told to end breaks nothing any more.
    if (this.#stage !== 'running' || !this.#reader.failure) return
    this.#failure = this.#reader.failure
    this.cancel('ask')
  }

  // After `done`, after the end of its output or after its exit, nothing that counts can come from a process.
  #expectExit(): void {
    if (this.#stopGrace || this.#stage !== 'running') return
    this.#stopGrace = this.#patience.clock.after(this.#patience.exitGraceMs, () => {
      this.#stopGrace = undefined
      if (this.#held) return this.#expectExit()
      this.#endedByGrace = !this.#process.exit
      if (this.#done) {
        const what = this.#process.exit ? 'left processes behind that held its output open' : 'was still running'
        this.#warn('ended_after_done', `${what} ${this.#patience.exitGraceMs} ms after its end and was ended`)
      }
      this.cancel('ask')
    })
  }

  onClose(): void {
    const { tree } = this.#process
    const wasRunning = this.#stage === 'running'
    if (!tree.hasRest()) return this.#finish()
    if (wasRunning) {
      this.#warn('left_processes', 'left processes running, which were ended')
      this.cancel('ask')
    }
    const poll = () => {
      if (this.#stage === 'over') return
      if (!tree.hasRest()) return this.#finish()
      stopPoll = this.#patience.clock.after(pollMs, poll)
    }
    let stopPoll = this.#patience.clock.after(pollMs, poll)
    void this.outcome.then(() => stopPoll())
  }

  #warn(code: string, what: string): void {
    this.#warnings.push({ code, message: `The tool ${this.#job.toolPath} ${what}.` })
  }

  #finish(): void {
    if (this.#stage === 'over') return
    this.#stage = 'over'
    this.#stopGrace?.()
    this.#stopTimer?.()
    this.#process.release()
    const { exit } = this.#process
    const stderr = this.#process.stderr.toText()
    const failure = this.#findFailure()
    this.#resolve({
      ...(this.#done && { done: this.#done }),
      ...(exit && exit.code !== null && { exitCode: exit.code }),
      ...(exit?.exitSignal && { exitSignal: exit.exitSignal }),
      ...(failure && { failure }),
      ...(this.#failure && { failedFirst: true }),
      ...(stderr !== undefined && { stderr }),
      ...(this.#warnings.length > 0 && { warnings: this.#warnings }),
    })
  }

  #findFailure(): RunFailure | undefined {
    if (this.#failure) return this.#failure
    // How a process ended that had to be ended says nothing of it.
    const exit = this.#endedByGrace ? undefined : this.#process.exit
    const fault = findAttemptFailure({ done: this.#done, exitCode: exit?.code, exitSignal: exit?.exitSignal })
    return fault && { errorCode: fault.code, error: fault.message }
  }
}
