import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { AttemptFailure, ToolProgram } from '../runner/tool-runner.ts'
import { type FileVersion, fileVersionOf, isSameVersion } from './file-version.ts'
import { platform } from './platform/platform.ts'
import { ToolProcess } from './tool-process.ts'

/** Limits on the processes that wait for a request. */
export interface PrewarmLimits {
  /** Most waiting processes of all tools. Defaults to 8. */
  maxProcesses?: number
  /** Milliseconds after which a waiting process is ended. Defaults to 30,000. */
  maxIdleMs?: number
  /** No process is added while the waiting ones use this much unshared memory, in bytes. Linux only. Defaults to 256 MiB. */
  maxMemoryBytes?: number
}

export type Launch = (tool: ToolProgram) => ToolProcess | AttemptFailure

interface Waiting {
  tool: ToolProgram
  process: ToolProcess
  /** The tool's file when the process was started. */
  file: FileVersion
  /** Unix time in milliseconds. */
  expiresAt: number
}

// Without a limit, a tool that exits without a request would be started again and again.
const maxReplacements = 3

/** Processes that were started ahead of their requests. Each serves one attempt. */
export class PrewarmPool {
  readonly #clock: Clock
  readonly #launch: Launch
  readonly #limits: Required<PrewarmLimits>
  readonly #waiting = new Set<Waiting>()
  readonly #replacements = new Map<string, number>()
  readonly #onChange: () => void
  #stopTimer: (() => void) | undefined
  #closed = false

  /** `onChange` is called when the number of waiting processes has changed. */
  constructor({ clock, launch }: { clock: Clock; launch: Launch }, limits: PrewarmLimits, onChange: () => void) {
    this.#clock = clock
    this.#launch = launch
    this.#onChange = onChange
    this.#limits = {
      maxProcesses: limits.maxProcesses ?? 8,
      maxIdleMs: limits.maxIdleMs ?? 30_000,
      maxMemoryBytes: limits.maxMemoryBytes ?? 256 * 1024 * 1024,
    }
  }

  get size(): number {
    return this.#waiting.size
  }

  /** Starts processes of `tool` until `count` wait or a limit is reached. */
  async fill(tool: ToolProgram, count: number): Promise<void> {
    this.#replacements.delete(keyOf(tool))
    while (this.#countOf(tool) < count && this.#mayStart()) {
      if (!this.#add(tool)) return
      // Each start blocks the host for about 2 ms.
      await setImmediate()
    }
  }

  /**
   * Calls `use` with a waiting process of `tool` whose file has not changed, and returns the result. Returns undefined if there
   * is none. Bookkeeping happens after `use` has sent the request, while the process reads it.
   */
  take<T>(tool: ToolProgram, use: (process: ToolProcess) => T): T | undefined {
    if (this.#waiting.size === 0) return undefined
    const file = fileVersionOf(tool.toolPath)
    for (const waiting of this.#waiting) {
      if (!isSameTool(waiting.tool, tool)) continue
      if (!isSameVersion(waiting.file, file)) {
        void this.#end(waiting)
        continue
      }
      const used = use(waiting.process)
      this.#release(waiting)
      waiting.process.setRef(true)
      return used
    }
    return undefined
  }

  /** Kills the waiting processes. Resolves when they are gone. */
  async drop(): Promise<void> {
    await Promise.all([...this.#waiting].map((waiting) => this.#end(waiting)))
  }

  /** Like {@link drop}, and starts no more. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopTimer?.()
    await this.drop()
  }

  /** Kills the waiting processes without waiting for their end. */
  kill(): void {
    for (const { process } of this.#waiting) process.tree.kill()
  }

  #mayStart(): boolean {
    const { maxProcesses, maxMemoryBytes } = this.#limits
    if (this.#closed || this.#waiting.size >= maxProcesses) return false
    let bytes = 0
    for (const { process } of this.#waiting) bytes += platform.ownMemoryOf(process.pid)
    return bytes < maxMemoryBytes
  }

  // A tool that cannot be started is not reported here; its attempt reports the reason.
  #add(tool: ToolProgram): boolean {
    const file = fileVersionOf(tool.toolPath)
    const process = this.#launch(tool)
    if (!(process instanceof ToolProcess)) return false
    if (!process.hasStarted) {
      process.release()
      return false
    }
    const waiting: Waiting = { tool, process, file, expiresAt: this.#clock.now() + this.#limits.maxIdleMs }
    process.setOwner({
      onExit: () => {
        this.#release(waiting)
        cleanUp(process)
        this.#replace(tool)
      },
    })
    process.setRef(false)
    this.#waiting.add(waiting)
    this.#watchIdle()
    this.#onChange()
    return true
  }

  // A single timer for the oldest process, so that taking a process does not touch it.
  #watchIdle(): void {
    const [oldest] = this.#waiting
    if (this.#stopTimer || !oldest) return
    const onTime = () => {
      this.#stopTimer = undefined
      const now = this.#clock.now()
      for (const waiting of this.#waiting) if (waiting.expiresAt <= now) void this.#end(waiting)
      this.#watchIdle()
    }
    this.#stopTimer = this.#clock.after(oldest.expiresAt - this.#clock.now(), onTime, { background: true })
  }

  #replace(tool: ToolProgram): void {
    const key = keyOf(tool)
    const replaced = this.#replacements.get(key) ?? 0
    if (replaced >= maxReplacements || !this.#mayStart()) return
    this.#replacements.set(key, replaced + 1)
    this.#add(tool)
  }

  #release(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    this.#onChange()
  }

  #end(waiting: Waiting): Promise<void> {
    this.#release(waiting)
    const { process } = waiting
    return new Promise((resolve) => {
      const onExit = () => {
        cleanUp(process)
        resolve()
      }
      process.setOwner({ onExit })
      process.setRef(true)
      process.tree.kill()
    })
  }

  #countOf(tool: ToolProgram): number {
    let count = 0
    for (const waiting of this.#waiting) if (isSameTool(waiting.tool, tool)) count += 1
    return count
  }
}

/** Kills what an exited process left running and releases it. */
function cleanUp(process: ToolProcess): void {
  if (process.tree.hasOrphans()) process.tree.kill()
  process.release()
}

function keyOf({ toolPath, cwd, env, dataDir, sandbox }: ToolProgram): string {
  const variables = env && Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([toolPath, cwd, variables, dataDir, sandbox?.network === true])
}

function isSameTool(one: ToolProgram, other: ToolProgram): boolean {
  if (one.toolPath !== other.toolPath || one.cwd !== other.cwd) return false
  const isEqual = one.env === other.env && one.dataDir === other.dataDir && one.sandbox === other.sandbox
  return isEqual || keyOf(one) === keyOf(other)
}
