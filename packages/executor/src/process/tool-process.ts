import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { ProcessTree } from './platform/platform.ts'
import { StderrTail } from './stderr-tail.ts'

/** Who a process belongs to at the time, and so hears of it. */
export interface ProcessOwner {
  /** Without this, what the process writes waits for the next owner. */
  onOutput?: (chunk: Uint8Array) => void
  onOutputEnd?: () => void
  onStartError?: (error: NodeJS.ErrnoException) => void
  onExit?: () => void
  /** It is gone, and all that could be read of it was read. */
  onClose?: () => void
}

/** How a process ended. */
export interface ProcessExit {
  code: number | null
  exitSignal: NodeJS.Signals | null
}

const longText = 64 * 1024
const nobody: ProcessOwner = {}

/**
 * A tool's process. It is listened to from its start on, so that one that was started ahead of its request needs only
 * another owner when the request comes.
 */
export class ToolProcess {
  readonly tree: ProcessTree
  /** The last part of what it wrote to standard error. */
  readonly stderr = new StderrTail()
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  #owner = nobody
  #outputEnded = false
  #exit: ProcessExit | undefined
  #refusedInput = false

  constructor(child: ChildProcessByStdio<Writable, Readable, Readable>, tree: ProcessTree) {
    this.#child = child
    this.tree = tree
    const { stdin, stdout, stderr } = child
    stdout.on('data', (chunk: Uint8Array) => {
      if (this.#owner.onOutput) return this.#owner.onOutput(chunk)
      stdout.pause()
      stdout.unshift(chunk)
    })
    stdout.on('end', () => {
      this.#outputEnded = true
      this.#owner.onOutputEnd?.()
    })
    stderr.on('data', (chunk: Uint8Array) => {
      this.stderr.push(chunk)
      if (!this.#owner.onOutput) stderr.pause()
    })
    stdout.on('error', ignore)
    stderr.on('error', ignore)
    // A tool need not read its request: a closed pipe is no fault of anyone.
    stdin.on('error', ignore)
    child.on('error', (error) => {
      // Only a start that failed counts; a signal that could not be sent finds the process gone.
      if (!this.hasStarted) this.#owner.onStartError?.(error)
    })
    child.on('exit', (code, exitSignal) => {
      this.#exit = { code, exitSignal }
      tree.noteExit()
      this.#owner.onExit?.()
    })
    child.on('close', () => this.#owner.onClose?.())
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  get hasStarted(): boolean {
    return this.#child.pid !== undefined
  }

  /** How it ended, once it has. */
  get exit(): ProcessExit | undefined {
    return this.#exit
  }

  /** True when nothing of what was sent could reach it: it was gone before. */
  get refusedInput(): boolean {
    return this.#refusedInput
  }

  /** Gives it to `owner`, who hears first of what it did since nobody listened. */
  give(owner: ProcessOwner): void {
    this.#owner = owner
    if (!owner.onOutput) return
    const { stdout, stderr } = this.#child
    stdout.resume()
    stderr.resume()
    if (this.#outputEnded) owner.onOutputEnd?.()
  }

  /** Writes `line` and a line break to its standard input, which ends with that. */
  send(line: string): void {
    const { stdin } = this.#child
    // Adding the line break to a long text would copy it.
    const isLong = line.length > longText
    if (isLong) stdin.write(line)
    else stdin.end(`${line}\n`)
    this.#refusedInput = stdin.destroyed || stdin.errored !== null
    if (isLong) stdin.end('\n')
  }

  /** Stops the reading of its output. */
  pause(): void {
    this.#child.stdout.pause()
  }

  resume(): void {
    this.#child.stdout.resume()
  }

  /** Tells whether the host stays alive for it. */
  setRef(ref: boolean): void {
    const { stdout, stderr } = this.#child as { stdout: Partial<NodeJS.RefCounted>; stderr: Partial<NodeJS.RefCounted> }
    for (const handle of [this.#child, stdout, stderr]) {
      if (ref) handle.ref?.()
      else handle.unref?.()
    }
  }

  /** Closes its streams and forgets it; it is not ended by this. */
  release(): void {
    const { stdin, stdout, stderr } = this.#child
    // Of a process that could not be started there are none.
    for (const stream of [stdin, stdout, stderr] as (Readable | Writable | undefined)[]) stream?.destroy()
    this.#child.unref()
  }
}

function ignore(): void {}
