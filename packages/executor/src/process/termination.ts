import type { Clock } from '../clock.ts'
import type { ProcessTree } from './platform/platform.ts'

/** Milliseconds after a kill in which the pipes must close. A process that was not found may hold them open. */
export const pipeTimeoutMs = 500

/** Ends a process tree in two steps: terminate, then kill after a grace period. */
export class Termination {
  readonly #tree: ProcessTree
  readonly #clock: Clock
  readonly #killGraceMs: number
  readonly #onTimeout: () => void
  #state: 'none' | 'terminating' | 'killed' = 'none'
  #stopTimer: (() => void) | undefined

  /** `onTimeout` is called if the tree has not ended {@link pipeTimeoutMs} after it was killed. */
  constructor(tree: ProcessTree, options: { clock: Clock; killGraceMs: number; onTimeout: () => void }) {
    this.#tree = tree
    this.#clock = options.clock
    this.#killGraceMs = options.killGraceMs
    this.#onTimeout = options.onTimeout
  }

  get hasStarted(): boolean {
    return this.#state !== 'none'
  }

  terminate(): void {
    if (this.#state !== 'none') return
    this.#state = 'terminating'
    this.#tree.terminate()
    this.#stopTimer = this.#clock.after(this.#killGraceMs, () => this.kill())
  }

  kill(): void {
    if (this.#state === 'killed') return
    this.#state = 'killed'
    this.#stopTimer?.()
    this.#tree.kill()
    this.#stopTimer = this.#clock.after(pipeTimeoutMs, this.#onTimeout)
  }

  /** Kills again what has appeared since the tree was killed. */
  repeat(): void {
    if (this.#state === 'killed') this.#tree.kill()
  }

  stopTimer(): void {
    this.#stopTimer?.()
  }
}
