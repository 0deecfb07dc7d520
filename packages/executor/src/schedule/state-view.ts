import { type JsonObject, type JsonValue, type ToolRequest, type ToolResult } from '@narratoria/protocol'
import { countKeys, findTooWide, mergeShared } from '@narratoria/protocol/rules'
import type { CheckedPlan } from '../plan/validate-plan.ts'

const none: JsonObject[] = []

/**
 * The session state and dependency outputs as each tool may read them. The state contains the patches of the tool's ancestors;
 * in a sequential plan, of every tool before it. Patches merge in topological order, however the tools interleaved.
 */
export class StateView {
  readonly #checked: CheckedPlan
  readonly #initial: JsonObject
  readonly #results: ToolResult[] = []
  readonly #patches: (JsonObject[] | undefined)[]
  readonly #seen: (JsonObject | undefined)[] = []
  readonly #ranks: Int32Array
  /** The current state of a sequential plan. */
  #current: JsonObject
  #changed = 0
  /** The number of keys in the patches of a parallel plan. */
  #patchedKeys = 0

  constructor(checked: CheckedPlan, initial: JsonObject) {
    this.#checked = checked
    this.#initial = initial
    this.#current = initial
    this.#patches = Array<JsonObject[] | undefined>(checked.order.length).fill(undefined)
    this.#ranks = new Int32Array(checked.order.length)
    checked.order.forEach((position, rank) => (this.#ranks[position] = rank))
  }

  /** Records the outcome of a tool. */
  add(position: number, result: ToolResult, patches: JsonObject[]): void {
    this.#results[position] = result
    if (patches.length === 0) return
    this.#patches[position] = patches
    if (this.#isParallel) this.#patchedKeys += countKeys(patches)
    else this.#current = mergeShared(this.#current, patches)
  }

  /** Adds a change of `length` characters, unless all changes together would exceed `most`. Returns whether it was added. */
  takeChange(length: number, most: number): boolean {
    if (this.#changed + length > most) return false
    this.#changed += length
    return true
  }

  /**
   * The JSON Pointer of an object that would have too many keys after the patches of the tool at `position`: in the state that the tools
   * see which depend on it, or in the state after all tools that have ended.
   */
  findTooWide(position: number, patches: JsonObject[]): string | undefined {
    if (!this.#isParallel) return findTooWide(this.#current, patches)
    const seen = findTooWide(this.before(position), patches)
    if (seen !== undefined) return seen
    const { order } = this.#checked
    return findTooWide(this.#initial, patches, {
      keys: this.#patchedKeys,
      list: () => this.#inOrder(order),
      listAll: () => this.#inOrder(order, { position, patches }),
    })
  }

  /** The output of each dependency by toolId; null if the dependency failed. */
  dependenciesOf(position: number): ToolRequest['dependencies'] {
    const { graph, plan } = this.#checked
    return Object.fromEntries(
      graph.dependencies[position]!.map((dependency) => {
        const result = this.#results[dependency]
        return [plan.tools[dependency]!.toolId, result?.ok ? result.output : null]
      }),
    )
  }

  /** What each dependency returned, by toolId; undefined if none returned a value. */
  resultsOf(position: number): ToolRequest['results'] {
    const { graph, plan } = this.#checked
    const entries = graph.dependencies[position]!.flatMap((dependency) => {
      const { returned } = this.#results[dependency] ?? {}
      return returned === undefined ? [] : [[plan.tools[dependency]!.toolId, returned] as const]
    })
    return entries.length === 0 ? undefined : Object.fromEntries(entries)
  }

  /** What an earlier tool returned; null if the tool failed, undefined if it returned nothing. */
  returnedBy(toolId: string): JsonValue | undefined {
    const position = this.#checked.plan.tools.findIndex((tool) => tool.toolId === toolId)
    const result = this.#results[position]
    return result?.ok ? result.returned : null
  }

  /** The outcome of each dependency by toolId, in plan order. */
  outcomesOf(position: number): NonNullable<ToolRequest['outcomes']> {
    const { graph, plan } = this.#checked
    const dependencies = graph.dependencies[position]!.toSorted((a, b) => a - b)
    return Object.fromEntries(
      dependencies.flatMap((dependency) => {
        const result = this.#results[dependency]
        if (!result) return []
        const { state, summary, refused, error } = result
        const outcome = { state, ...(summary !== undefined && { summary }), ...(refused && { refused }) }
        return [[plan.tools[dependency]!.toolId, { ...outcome, ...(error !== undefined && { error }) }]]
      }),
    )
  }

  before(position: number): JsonObject {
    if (!this.#isParallel) return this.#current
    // Along a chain, each state is the one before it with the patches of one tool.
    const chain: number[] = []
    let at = position
    while (!this.#seen[at] && this.#checked.graph.dependencies[at]!.length === 1) {
      chain.push(at)
      at = this.#checked.graph.dependencies[at]![0]!
    }
    let state = (this.#seen[at] ??= this.#mergeAncestors(at))
    for (let link = chain.pop(); link !== undefined; link = chain.pop()) {
      const patches = this.#patches[at]
      if (patches) state = mergeShared(state, patches)
      this.#seen[link] = state
      at = link
    }
    return state
  }

  /** The state after all tools. */
  final(): JsonObject {
    if (!this.#isParallel) return this.#current
    return mergeShared(this.#initial, this.#inOrder(this.#checked.order))
  }

  get #isParallel(): boolean {
    return this.#checked.plan.parallel === true
  }

  #mergeAncestors(position: number): JsonObject {
    const { dependencies } = this.#checked.graph
    const ancestors = new Set(dependencies[position]!)
    for (const ancestor of ancestors) for (const next of dependencies[ancestor]!) ancestors.add(next)
    const ordered = [...ancestors].sort((a, b) => this.#ranks[a]! - this.#ranks[b]!)
    return mergeShared(this.#initial, this.#inOrder(ordered))
  }

  /** @param ended a tool whose patches were not recorded yet */
  #inOrder(positions: Iterable<number>, ended?: { position: number; patches: JsonObject[] }): JsonObject[] {
    const all: JsonObject[] = []
    for (const position of positions) {
      const patches = position === ended?.position ? ended.patches : this.#patches[position]
      for (const patch of patches ?? none) all.push(patch)
    }
    return all
  }
}
