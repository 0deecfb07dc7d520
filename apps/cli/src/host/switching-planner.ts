import { type Planner, type PlanRequest, StubPlanner } from '@narratoria/planner'

/** Hands every plan to the planner that is chosen at the time: a story need not be left to change who plans it. */
export class SwitchingPlanner implements Planner {
  #current: Planner

  constructor(planner: Planner = new StubPlanner()) {
    this.#current = planner
  }

  get name(): string {
    return this.#current.name
  }

  /** The next plan is made by `planner`. */
  use(planner: Planner = new StubPlanner()): void {
    this.#current = planner
  }

  plan(request: PlanRequest, options?: { signal?: AbortSignal }): ReturnType<Planner['plan']> {
    return this.#current.plan(request, options)
  }
}
