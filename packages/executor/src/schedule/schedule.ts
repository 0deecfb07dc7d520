import type { CheckedPlan } from '../plan/validate-plan.ts'
import { PositionHeap } from './position-heap.ts'

/** What a schedule decides, for its execution to do. */
export interface ScheduleActions {
  start: (position: number) => void
  /** `failed` is the required dependency at fault; `undefined` when the execution was stopped. */
  skip: (position: number, failed: number | undefined) => void
  /** A tool waits: for these dependencies, or for a place when there are none. */
  wait: (position: number, waitsFor: number[]) => void
}

type Status = 'open' | 'ready' | 'running' | 'over'

/**
 * Decides which tool may start when (001 §13.4.2–4): as soon as what it depends on is satisfied, lowest
 * position first; one at a time unless the plan is parallel, and a tool that is not `async` alone.
 */
export class Schedule {
  readonly #checked: CheckedPlan
  readonly #limit: number
  readonly #actions: ScheduleActions
  readonly #ready = new PositionHeap()
  readonly #status: Status[]
  readonly #openDependencies: number[]
  #left: number
  #running = 0
  #waitingForRetry = 0
  #runningAlone = false
  #closed = false

  constructor(checked: CheckedPlan, maxConcurrency: number, actions: ScheduleActions) {
    this.#checked = checked
    this.#limit = maxConcurrency
    this.#actions = actions
    this.#status = checked.order.map(() => 'open')
    this.#openDependencies = checked.graph.dependencies.map((list) => list.length)
    this.#left = checked.order.length
  }

  /** True once every tool is at its end. */
  get isOver(): boolean {
    return this.#left === 0
  }

  /** Starts what depends on nothing. */
  begin(): void {
    if (this.#closed) return this.#skipRest()
    const ready: number[] = []
    this.#openDependencies.forEach((count, position) => {
      if (count === 0) ready.push(position)
      else this.#actions.wait(position, this.#checked.graph.dependencies[position]!)
    })
    this.#admit(ready)
  }

  /** Takes note that a tool is at its end, and starts what was waiting for it. */
  settle(position: number, satisfied: boolean): void {
    this.#running -= 1
    this.#runningAlone = false
    this.#end(position)
    const ready: number[] = []
    if (!satisfied && !this.#closed) this.#skipDependents(position)
    else if (!this.#closed) {
      for (const dependent of this.#checked.graph.dependents[position]!) {
        if ((this.#openDependencies[dependent]! -= 1) === 0 && this.#status[dependent] === 'open') ready.push(dependent)
      }
    }
    this.#admit(ready)
  }

  /** A running tool gives its place away while it waits for its next attempt. */
  setBackoff(waiting: boolean): void {
    this.#waitingForRetry += waiting ? 1 : -1
    if (waiting) this.#startReady()
  }

  /** Starts nothing more: what has not started is skipped. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#skipRest()
  }

  #admit(positions: readonly number[]): void {
    // Closed meanwhile by somebody who heard that a tool waits: all that has not started is over.
    if (this.#closed) return
    for (const position of positions) {
      this.#status[position] = 'ready'
      this.#ready.push(position)
    }
    this.#startReady()
    for (const position of positions) if (this.#status[position] === 'ready') this.#actions.wait(position, [])
  }

  #startReady(): void {
    for (let position = this.#ready.peek(); position !== undefined; position = this.#ready.peek()) {
      if (this.#closed || !this.#mayStart(position)) return
      this.#ready.pop()
      this.#status[position] = 'running'
      this.#running += 1
      this.#actions.start(position)
    }
  }

  // Only the first in line is asked: while a tool waits to run alone, nothing behind it overtakes.
  #mayStart(position: number): boolean {
    const { plan } = this.#checked
    if (plan.parallel !== true) return this.#running === 0
    if (this.#runningAlone) return false
    if (plan.tools[position]!.async === true) return this.#running - this.#waitingForRetry < this.#limit
    this.#runningAlone = this.#running === 0
    return this.#runningAlone
  }

  #skipDependents(failed: number): void {
    const open = [...this.#checked.graph.dependents[failed]!].reverse()
    for (let position = open.pop(); position !== undefined; position = open.pop()) {
      if (this.#status[position] !== 'open') continue
      this.#end(position)
      this.#actions.skip(position, failed)
      open.push(...[...this.#checked.graph.dependents[position]!].reverse())
    }
  }

  #skipRest(): void {
    for (const position of this.#checked.order) {
      if (this.#status[position] === 'running' || this.#status[position] === 'over') continue
      this.#end(position)
      this.#actions.skip(position, undefined)
    }
  }

  #end(position: number): void {
    this.#status[position] = 'over'
    this.#left -= 1
  }
}
