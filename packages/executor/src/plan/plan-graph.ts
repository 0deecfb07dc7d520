import { PositionHeap } from './position-heap.ts'

/** A plan's dependencies, by position of the tool in the plan. */
export interface PlanGraph {
  /** The positions that each position depends on, without repetition. */
  dependencies: number[][]
  /** The positions that depend on each position. */
  dependents: number[][]
}

interface Node {
  toolId: string
  dependencies?: readonly string[]
}

/** Builds the graph of `tools`. Ignores dependencies on unknown tools; a repeated toolId refers to its first tool. */
export function buildGraph(tools: readonly Node[]): PlanGraph {
  const positions = new Map<string, number>()
  tools.forEach((tool, position) => {
    if (!positions.has(tool.toolId)) positions.set(tool.toolId, position)
  })
  const dependents: number[][] = tools.map(() => [])
  const dependencies = tools.map((tool, position) => {
    const found: number[] = []
    for (const toolId of unrepeated(tool.dependencies)) {
      const dependency = positions.get(toolId)
      if (dependency === undefined) continue
      found.push(dependency)
      dependents[dependency]!.push(position)
    }
    return found
  })
  return { dependencies, dependents }
}

function unrepeated(list: readonly string[] = []): Iterable<string> {
  return list.length > 1 ? new Set(list) : list
}

/**
 * Returns the positions in topological order, ties by position. Positions on a cycle, and those that depend on one, are
 * missing.
 */
export function topologicalOrder({ dependencies, dependents }: PlanGraph): number[] {
  const open = dependencies.map((list) => list.length)
  const ready = new PositionHeap()
  open.forEach((count, position) => count === 0 && ready.push(position))
  const order: number[] = []
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    order.push(next)
    for (const dependent of dependents[next]!) if ((open[dependent]! -= 1) === 0) ready.push(dependent)
  }
  return order
}
