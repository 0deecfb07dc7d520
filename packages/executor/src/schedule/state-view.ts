import { mergePatches, type JsonObject } from '@narratoria/protocol'
import type { CheckedPlan } from '../plan/validate-plan.ts'

const none: JsonObject[] = []

/**
 * The session state as each tool may see it: what its ancestors in the plan patched; in a sequential plan,
 * what everything before it did. Patches merge in topological order, however the tools interleaved.
 */
export class StateView {
  readonly #checked: CheckedPlan
  readonly #initial: JsonObject
  readonly #patches: (JsonObject[] | undefined)[]
  readonly #seen: (JsonObject | undefined)[] = []
  readonly #ranks: Int32Array
  /** Sequential plans run in topological order, so their state can grow as they go. */
  #running: JsonObject

  constructor(checked: CheckedPlan, initial: JsonObject) {
    this.#checked = checked
    this.#initial = initial
    this.#running = initial
    this.#patches = Array<JsonObject[] | undefined>(checked.order.length).fill(undefined)
    this.#ranks = new Int32Array(checked.order.length)
    checked.order.forEach((position, rank) => (this.#ranks[position] = rank))
  }

  /** Takes the patches of a tool that completed. */
  add(position: number, patches: JsonObject[]): void {
    this.#patches[position] = patches
    if (!this.#isParallel) this.#running = mergePatches(this.#running, patches)
  }

  /** What the tool at `position` may see. */
  before(position: number): JsonObject {
    if (!this.#isParallel) return this.#running
    // Down a chain each tool sees what the one before it saw and patched.
    const chain: number[] = []
    let at = position
    while (!this.#seen[at] && this.#checked.graph.dependencies[at]!.length === 1) {
      chain.push(at)
      at = this.#checked.graph.dependencies[at]![0]!
    }
    let state = (this.#seen[at] ??= this.#mergeAncestors(at))
    for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
      const patches = this.#patches[at]
      if (patches) state = mergePatches(state, patches)
      this.#seen[link] = state
      at = link
    }
    return state
  }

  /** The state after all. */
  final(): JsonObject {
    if (!this.#isParallel) return this.#running
    return mergePatches(this.#initial, this.#inOrder(this.#checked.order))
  }

  get #isParallel(): boolean {
    return this.#checked.plan.parallel === true
  }

  #mergeAncestors(position: number): JsonObject {
    const { dependencies } = this.#checked.graph
    const ancestors = new Set(dependencies[position]!)
    for (const ancestor of ancestors) for (const next of dependencies[ancestor]!) ancestors.add(next)
    const ordered = [...ancestors].sort((a, b) => this.#ranks[a]! - this.#ranks[b]!)
    return mergePatches(this.#initial, this.#inOrder(ordered))
  }

  #inOrder(positions: Iterable<number>): JsonObject[] {
    const all: JsonObject[] = []
    for (const position of positions) for (const patch of this.#patches[position] ?? none) all.push(patch)
    return all
  }
}
