import { statSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { WarmTool } from '../runner/tool-runner.ts'
import { launch, type Launched } from './launch.ts'
import { platform } from './platform/platform.ts'

/** Bounds on the processes that wait for a request. */
export interface PrewarmLimits {
  /** Most processes that wait at once, of all tools together; 8. */
  maxProcesses?: number
  /** How long a process waits before it is ended; 30,000 ms. */
  maxIdleMs?: number
  /** Most memory of their own that waiting processes may hold together when another is started; 256 MiB. Linux only. */
  maxMemoryBytes?: number
}

interface Waiting extends Launched {
  key: string
  /** The tool's file as it was when the process started. */
  stamp: string
  stop: () => void
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
    const key = keyOf(tool)
    this.#replacements.delete(key)
    while (this.#countOf(key) < count && this.#mayStart()) {
      if (!this.#add(tool, key)) return
      // Each start blocks the host for a moment: let it breathe in between.
      await setImmediate()
    }
  }

  /**
   * Gives `use` a waiting process of `tool`, if there is a live one of the file as it is now, and answers with what it
   * makes of it. The request is sent first and the books are kept after, while the process reads.
   */
  take<T>(tool: WarmTool, use: (launched: Launched) => T): T | undefined {
    if (this.#waiting.size === 0) return undefined
    const key = keyOf(tool)
    const stamp = stampOf(tool)
    for (const waiting of this.#waiting) {
      if (waiting.key !== key) continue
      if (waiting.stamp !== stamp) {
        void this.#end(waiting)
        continue
      }
      const { exitCode, signalCode } = waiting.child
      const isAlive = exitCode === null && signalCode === null
      const used = isAlive ? use(waiting) : undefined
      this.#release(waiting)
      if (isAlive) {
        setRef(waiting, true)
        return used
      }
      closeStreams(waiting)
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
    await this.drop()
  }

  /** Kills every process that waits, without waiting for it. */
  kill(): void {
    for (const { tree } of this.#waiting) tree.kill()
  }

  #mayStart(): boolean {
    const { maxProcesses, maxMemoryBytes } = this.#limits
    if (this.#closed || this.#waiting.size >= maxProcesses) return false
    let bytes = 0
    for (const { child } of this.#waiting) bytes += platform.ownMemoryOf(child.pid ?? 0)
    return bytes < maxMemoryBytes
  }

  // Whatever keeps it from starting will be told by the attempt that starts it cold.
  #add(tool: WarmTool, key: string): boolean {
    const stamp = stampOf(tool)
    const launched = launch(tool)
    if (!('child' in launched)) return false
    const { child } = launched
    if (child.pid === undefined) {
      child.on('error', ignore)
      closeStreams(launched)
      return false
    }
    const onExit = () => {
      this.#release(waiting)
      closeStreams(waiting)
      this.#replace(tool, key)
    }
    const stopTimer = this.#clock.after(this.#limits.maxIdleMs, () => void this.#end(waiting), { background: true })
    const waiting: Waiting = {
      ...launched,
      key,
      stamp,
      stop() {
        stopTimer()
        child.off('exit', onExit)
        child.stdin.off('error', ignore)
      },
    }
    child.on('exit', onExit)
    child.stdin.on('error', ignore)
    setRef(waiting, false)
    this.#waiting.add(waiting)
    this.#onChange()
    return true
  }

  #replace(tool: WarmTool, key: string): void {
    const replaced = this.#replacements.get(key) ?? 0
    if (replaced >= maxReplacements || !this.#mayStart()) return
    this.#replacements.set(key, replaced + 1)
    this.#add(tool, key)
  }

  #release(waiting: Waiting): void {
    waiting.stop()
    this.#waiting.delete(waiting)
    this.#onChange()
  }

  #end(waiting: Waiting): Promise<void> {
    this.#release(waiting)
    const { child, tree } = waiting
    child.stdin.on('error', ignore)
    return new Promise((resolve) => {
      const settle = () => {
        closeStreams(waiting)
        resolve()
      }
      if (child.exitCode !== null || child.signalCode !== null) return settle()
      setRef(waiting, true)
      child.once('exit', settle)
      tree.kill()
    })
  }

  #countOf(key: string): number {
    let count = 0
    for (const waiting of this.#waiting) if (waiting.key === key) count += 1
    return count
  }
}

function ignore(): void {}

function closeStreams({ child }: Launched): void {
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy()
}

function keyOf({ toolPath, cwd, env }: WarmTool): string {
  return JSON.stringify([toolPath, cwd, env && Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1))])
}

/** Changes when the tool's file does: a process that waits has read the old one. */
function stampOf({ toolPath }: WarmTool): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(toolPath, { bigint: true })
    return `${ino}:${size}:${mtimeNs}:${ctimeNs}`
  } catch {
    return 'missing'
  }
}

/** A process that only waits must not keep its host alive. */
function setRef({ child }: Launched, ref: boolean): void {
  for (const handle of [child, child.stdin, child.stdout, child.stderr] as { ref?: () => void; unref?: () => void }[]) {
    if (ref) handle.ref?.()
    else handle.unref?.()
  }
}
