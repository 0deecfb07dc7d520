import { PositionHeap } from '../schedule/position-heap.ts'

/** A plan's tools as positions, and what depends on what. */
export interface PlanGraph {
  /** The positions each position depends on, without repetition. */
  dependencies: number[][]
  /** The positions that depend on each position. */
  dependents: number[][]
}

interface Node {
  toolId: string
  dependencies?: readonly string[]
}

/** Builds the graph of `tools`; dependencies on unknown tools are left out, of a repeated toolId the first counts. */
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
 * Orders the positions so that each comes after all it depends on; among those that could come next the lowest does
 * (FR-011). What lies on a cycle or behind one is missing.
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
