import type { ChildProcessByStdio } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import type { ProcessTree } from './platform/platform.ts'
import { StderrTail } from './stderr-tail.ts'

/** The current receiver of a process's events. */
export interface ProcessOwner {
  /** Without this, output is kept for the next owner. */
  onOutput?: (chunk: Uint8Array) => void
  onOutputEnd?: () => void
  onStartError?: (error: NodeJS.ErrnoException) => void
  onExit?: () => void
  /** The process has exited and its pipes are closed. */
  onClose?: () => void
}

export interface ProcessExit {
  code: number | null
  exitSignal: NodeJS.Signals | null
}

const noOwner: ProcessOwner = {}

/**
 * A tool's process. Its listeners are attached once; a process that was started ahead of its request only changes its owner
 * when the request arrives.
 */
export class ToolProcess {
  readonly tree: ProcessTree
  /** The command that runs the tool, if it is not the tool itself. */
  readonly launcher: string | undefined
  /** The folder that replaces the `assetsDir` of its request, if it was started before that. */
  readonly scratchDir: string | undefined
  /** The end of its standard error. */
  readonly stderr = new StderrTail()
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>
  #owner = noOwner
  #outputEnded = false
  #exit: ProcessExit | undefined
  #refusedInput = false

  constructor(
    child: ChildProcessByStdio<Writable, Readable, Readable>,
    tree: ProcessTree,
    { launcher, scratchDir }: { launcher?: string | undefined; scratchDir?: string | undefined } = {},
  ) {
    this.#child = child
    this.tree = tree
    this.launcher = launcher
    this.scratchDir = scratchDir
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
    // A tool may exit without reading its request.
    stdin.on('error', ignore)
    child.on('error', (error) => {
      // A later error is a signal that could not be sent, because the process is gone.
      if (!this.hasStarted) this.#owner.onStartError?.(error)
    })
    child.on('exit', (code, exitSignal) => {
      this.#exit = { code, exitSignal }
      tree.markExited()
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

  get exit(): ProcessExit | undefined {
    return this.#exit
  }

  /** True if the process was gone before the request was sent. */
  get refusedInput(): boolean {
    return this.#refusedInput
  }

  /** Sets the owner, which first receives the output that was kept. */
  setOwner(owner: ProcessOwner): void {
    this.#owner = owner
    if (!owner.onOutput) return
    const { stdout, stderr } = this.#child
    stdout.resume()
    stderr.resume()
    if (this.#outputEnded) owner.onOutputEnd?.()
  }

  /**
   * Writes `pieces` and a line feed to standard input and closes it. The first piece is written at once; between two, other work
   * of the host runs. Passes an error of `pieces` to `onError`.
   */
  send(pieces: Iterator<string>, onError: (error: unknown) => void): void {
    this.#write(pieces, onError, (last) => void this.#child.stdin.end(last))
    const { stdin } = this.#child
    this.#refusedInput = stdin.destroyed || stdin.errored !== null
  }

  /** Like {@link send}, but leaves standard input open. Calls `onSent` after the last piece; write no other line before that. */
  sendLine(pieces: Iterator<string>, onError: (error: unknown) => void, onSent: () => void): void {
    this.#write(pieces, onError, (last) => {
      this.#child.stdin.write(last)
      onSent()
    })
  }

  #write(pieces: Iterator<string>, onError: (error: unknown) => void, writeLast: (piece: string) => void): void {
    const { stdin } = this.#child
    const write = (piece: string) => {
      const following = pieces.next()
      if (following.done) return writeLast(`${piece}\n`)
      const goOn = () => stdin.destroyed || attempt(() => write(following.value))
      if (stdin.write(piece)) setImmediate(goOn)
      else stdin.once('drain', goOn)
    }
    const attempt = (work: () => void) => {
      try {
        work()
      } catch (error) {
        onError(error)
      }
    }
    attempt(() => write(pieces.next().value as string))
  }

  /** Stops reading its output. */
  pause(): void {
    this.#child.stdout.pause()
  }

  resume(): void {
    this.#child.stdout.resume()
  }

  /** Sets whether the process keeps the host alive. */
  setRef(ref: boolean): void {
    const { stdout, stderr } = this.#child as { stdout: Partial<NodeJS.RefCounted>; stderr: Partial<NodeJS.RefCounted> }
    for (const handle of [this.#child, stdout, stderr]) {
      if (ref) handle.ref?.()
      else handle.unref?.()
    }
  }

  /** Closes its streams. Does not end the process. */
  release(): void {
    const { stdin, stdout, stderr } = this.#child
    // A process that could not be started has no streams.
    for (const stream of [stdin, stdout, stderr] as (Readable | Writable | undefined)[]) stream?.destroy()
    this.#child.unref()
  }
}

function ignore(): void {}
