import { type Planner, type PlanOptions, type PlanRequest, StubPlanner } from '@narratoria/planner'

/** A planner that delegates to another one, which can be changed between plans. */
export class SwitchingPlanner implements Planner {
  #current: Planner

  constructor(planner: Planner = new StubPlanner()) {
    this.#current = planner
  }

  get name(): string {
    return this.#current.name
  }

  /** Whether the current planner itself gives up on a silent model. */
  get limitsItself(): boolean {
    return this.#current.limitsItself === true
  }

  /** Delegates later plans to `planner`. Defaults to a new stub planner. */
  use(planner: Planner = new StubPlanner()): void {
    this.#current = planner
  }

  plan(request: PlanRequest, options?: PlanOptions): ReturnType<Planner['plan']> {
    return this.#current.plan(request, options)
  }
}
