import { jsonPieces } from '@narratoria/protocol/rules'
import { type FileVersion, fileVersionOf, isSameVersion } from '../process/file-version.ts'
import type { AttemptLimits } from '../process/output-reader.ts'
import type { ProcessOwner, ToolProcess } from '../process/tool-process.ts'
import type { Attempt } from '../runner/tool-runner.ts'
import { AnswerReader } from './answer-reader.ts'
import { type AttemptHost, WorkerAttempt } from './worker-attempt.ts'

/** Bytes of output that attempts keep for a busy host; with more, reading the worker's output pauses. */
const maxKeptBytes = 1024 * 1024

/** Attempts after which a worker is replaced, which limits the memory that tools do not release. */
const maxAttempts = 1_000

/** One process that runs many attempts of several tools. */
export class WorkerProcess implements ProcessOwner, AttemptHost {
  readonly #process: ToolProcess
  readonly #limits: AttemptLimits
  readonly #onChange: () => void
  readonly #running = new Map<number, WorkerAttempt>()
  readonly #versions = new Map<string, FileVersion>()
  readonly #answers = new AnswerReader((id) => this.#running.get(id))
  #lines: Iterator<string>[] = []
  #isSending = false
  #started = 0
  #keptBytes = 0
  #isRetired = false
  readonly #ended = Promise.withResolvers<void>()

  /** `onChange` is called when the worker has become idle or has ended. */
  constructor(process: ToolProcess, limits: AttemptLimits, onChange: () => void) {
    this.#process = process
    this.#limits = limits
    this.#onChange = onChange
    process.setOwner(this)
    process.setRef(false)
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** Resolves when the process is gone. */
  get ended(): Promise<void> {
    return this.#ended.promise
  }

  get hasEnded(): boolean {
    return this.#process.exit !== undefined || !this.#process.hasStarted
  }

  /** Whether it takes another attempt of that tool: it runs and has read the current version of the tool's file. */
  accepts(toolPath: string): boolean {
    if (this.#isRetired || this.hasEnded || this.#started >= maxAttempts) return false
    const now = fileVersionOf(toolPath)
    if (!now) return false
    const read = this.#versions.get(toolPath)
    if (!read) this.#versions.set(toolPath, now)
    return !read || isSameVersion(read, now)
  }

  /** Imports a tool ahead of its requests. */
  load(toolPath: string): void {
    this.#send(jsonPieces({ load: toolPath }))
  }

  start(attempt: Attempt): WorkerAttempt {
    this.#started += 1
    const id = this.#started
    const running = new WorkerAttempt(attempt, this, this.#limits)
    if (this.isIdle) this.#process.setRef(true)
    this.#running.set(id, running)
    void running.outcome.then(() => this.#forget(id))
    this.#send(commandOf(id, attempt))
    return running
  }

  abort(attempt: WorkerAttempt): void {
    for (const [id, running] of this.#running) if (running === attempt) this.#send(jsonPieces({ id, cancel: true }))
  }

  /** Ends the worker when its attempts have ended. It accepts no more. */
  retire(): void {
    this.#isRetired = true
    if (this.isIdle) this.kill()
  }

  kill(): void {
    this.#isRetired = true
    // The host waits for its end.
    this.#process.setRef(true)
    this.#process.tree.kill()
  }

  onKept(bytes: number): void {
    const before = this.#keptBytes
    this.#keptBytes += bytes
    if (before <= maxKeptBytes && this.#keptBytes > maxKeptBytes) this.#process.pause()
    if (before > maxKeptBytes && this.#keptBytes <= maxKeptBytes) this.#process.resume()
  }

  onOutput(chunk: Uint8Array): void {
    this.#answers.write(chunk)
  }

  onStartError(): void {
    this.#lose('could not be started')
  }

  onExit(): void {
    // Processes that a tool has started end with the worker.
    if (this.#process.tree.hasOrphans()) this.#process.tree.kill()
  }

  onClose(): void {
    const { code, exitSignal } = this.#process.exit ?? {}
    this.#lose(exitSignal ? `was ended by ${exitSignal}` : `has exited with code ${code}`)
    this.#process.release()
    this.#ended.resolve()
    this.#onChange()
  }

  #lose(how: string): void {
    const stderr = this.#process.stderr.toText()
    for (const running of this.#running.values()) {
      if (stderr !== undefined) running.onStderr(Buffer.from(stderr))
      running.onLost(how)
    }
  }

  #forget(id: number): void {
    this.#running.delete(id)
    if (!this.isIdle) return
    this.#process.setRef(false)
    if (this.#isRetired) this.kill()
    this.#onChange()
  }

  // Lines are written one after another, and a large one in pieces.
  #send(line: Iterator<string>): void {
    this.#lines.push(line)
    if (!this.#isSending) this.#sendNext()
  }

  #sendNext(): void {
    const line = this.#lines.shift()
    this.#isSending = line !== undefined
    // A line that was started cannot be taken back.
    if (line)
      this.#process.sendLine(
        line,
        () => this.kill(),
        () => this.#sendNext(),
      )
  }
}

function* commandOf(id: number, attempt: Attempt): Generator<string> {
  yield `{"id":${id},"tool":${JSON.stringify(attempt.toolPath)},"request":`
  yield* jsonPieces(attempt.request)
  yield '}'
}
