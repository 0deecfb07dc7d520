import { statSync, type Stats } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { WarmTool } from '../runner/tool-runner.ts'
import { launch } from './launch.ts'
import { platform } from './platform/platform.ts'
import { ToolProcess } from './tool-process.ts'

/** Bounds on the processes that wait for a request. */
export interface PrewarmLimits {
  /** Most processes that wait at once, of all tools together; 8. */
  maxProcesses?: number
  /** How long a process waits before it is ended; 30,000 ms. */
  maxIdleMs?: number
  /** Most memory of their own that waiting processes may hold together when another is started; 256 MiB. Linux only. */
  maxMemoryBytes?: number
}

interface Waiting {
  tool: WarmTool
  process: ToolProcess
  /** The tool's file as it was when the process started. */
  file: Stats | undefined
  /** When it has waited long enough, in Unix milliseconds. */
  expiresAt: number
}

// A tool that ends without a request would else be started again and again.
const maxReplacements = 3

/** Processes that were started ahead of their requests. Each serves one and is gone. */
export class PrewarmPool {
  readonly #clock: Clock
  readonly #limits: Required<PrewarmLimits>
  readonly #waiting = new Set<Waiting>()
  readonly #replacements = new Map<string, number>()
  readonly #onChange: () => void
  #stopTimer: (() => void) | undefined
  #closed = false

  /** `onChange` is told whenever the number of waiting processes changed. */
  constructor(clock: Clock, limits: PrewarmLimits, onChange: () => void) {
    this.#clock = clock
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

  /** Starts processes of `tool` until `count` of them wait, as far as the limits allow. */
  async fill(tool: WarmTool, count: number): Promise<void> {
    this.#replacements.delete(keyOf(tool))
    while (this.#countOf(tool) < count && this.#mayStart()) {
      if (!this.#add(tool)) return
      // Each start blocks the host for a moment: let it breathe in between.
      await setImmediate()
    }
  }

  /**
   * Gives `use` a waiting process of `tool`, if there is a live one of the file as it is now, and answers with what it
   * makes of it. The request is sent first and the books are kept after, while the process reads.
   */
  take<T>(tool: WarmTool, use: (process: ToolProcess) => T): T | undefined {
    if (this.#waiting.size === 0) return undefined
    const file = statOf(tool)
    for (const waiting of this.#waiting) {
      if (!isSameTool(waiting.tool, tool)) continue
      if (!isSameFile(waiting.file, file)) {
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

  /** Kills every process that waits; settles once they are gone. */
  async drop(): Promise<void> {
    await Promise.all([...this.#waiting].map((waiting) => this.#end(waiting)))
  }

  /** The same, and starts no more. */
  async close(): Promise<void> {
    this.#closed = true
    this.#stopTimer?.()
    await this.drop()
  }

  /** Kills every process that waits, without waiting for it. */
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

  // Whatever keeps it from starting will be told by the attempt that starts it cold.
  #add(tool: WarmTool): boolean {
    const file = statOf(tool)
    const process = launch(tool)
    if (!(process instanceof ToolProcess)) return false
    if (!process.hasStarted) {
      process.release()
      return false
    }
    const waiting: Waiting = { tool, process, file, expiresAt: this.#clock.now() + this.#limits.maxIdleMs }
    process.give({
      onExit: () => {
        this.#release(waiting)
        bury(process)
        this.#replace(tool)
      },
    })
    process.setRef(false)
    this.#waiting.add(waiting)
    this.#watchIdle()
    this.#onChange()
    return true
  }

  // One timer for whoever waits longest, so that a process is given away without stopping one.
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

  #replace(tool: WarmTool): void {
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
        bury(process)
        resolve()
      }
      process.give({ onExit })
      process.setRef(true)
      process.tree.kill()
    })
  }

  #countOf(tool: WarmTool): number {
    let count = 0
    for (const waiting of this.#waiting) if (isSameTool(waiting.tool, tool)) count += 1
    return count
  }
}

/** Ends what a process that is gone left behind. */
function bury(process: ToolProcess): void {
  if (process.tree.hasRest()) process.tree.kill()
  process.release()
}

function keyOf({ toolPath, cwd, env }: WarmTool): string {
  return JSON.stringify([toolPath, cwd, env && Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))])
}

function isSameTool(one: WarmTool, other: WarmTool): boolean {
  if (one.toolPath !== other.toolPath || one.cwd !== other.cwd) return false
  return one.env === other.env || keyOf(one) === keyOf(other)
}

function statOf({ toolPath }: WarmTool): Stats | undefined {
  try {
    return statSync(toolPath)
  } catch {
    return undefined
  }
}

/** A process that waits has read the tool's file as it was. */
function isSameFile(old: Stats | undefined, now: Stats | undefined): boolean {
  return (
    old?.ino === now?.ino && old?.size === now?.size && old?.mtimeMs === now?.mtimeMs && old?.ctimeMs === now?.ctimeMs
  )
}
