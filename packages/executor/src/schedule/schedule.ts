import { PositionHeap } from '../plan/position-heap.ts'
import type { CheckedPlan } from '../plan/validate-plan.ts'

/** Callbacks with the decisions of a {@link Schedule}. */
export interface ScheduleActions {
  start: (position: number) => void
  /** `failed` is the failed required dependency; undefined if the execution was stopped. */
  skip: (position: number, failed: number | undefined) => void
  /** The tool waits for these dependencies; if there are none, for its turn. */
  wait: (position: number, waitsFor: number[]) => void
}

type Status = 'open' | 'ready' | 'running' | 'done'

/**
 * Decides when each tool starts: when its dependencies are satisfied, lowest position first. One tool at a time unless the
 * plan is parallel; in a parallel plan, a tool that is not `async` runs alone.
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

  /** True when every tool has ended or was skipped. */
  get isDone(): boolean {
    return this.#left === 0
  }

  /** Starts the tools without dependencies. */
  start(): void {
    if (this.#closed) return this.#skipRest()
    const ready: number[] = []
    this.#openDependencies.forEach((count, position) => {
      if (count === 0) ready.push(position)
      else this.#actions.wait(position, this.#checked.graph.dependencies[position]!)
    })
    this.#admit(ready)
  }

  /** Records the end of a running tool and starts the tools that are now ready. `satisfied` says whether its dependents may run. */
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

  /** Records that a running tool starts or stops waiting for its next attempt. Another tool may run meanwhile. */
  setBackoff(waiting: boolean): void {
    this.#waitingForRetry += waiting ? 1 : -1
    if (waiting) this.#startReady()
  }

  /** Skips every tool that has not started. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#skipRest()
  }

  #admit(positions: readonly number[]): void {
    // A callback may have closed the schedule.
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

  // Called only for the lowest ready position: while a tool waits to run alone, no later tool overtakes it.
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
      if (this.#status[position] === 'running' || this.#status[position] === 'done') continue
      this.#end(position)
      this.#actions.skip(position, undefined)
    }
  }

  #end(position: number): void {
    this.#status[position] = 'done'
    this.#left -= 1
  }
}
