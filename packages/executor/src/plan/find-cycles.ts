import type { PlanGraph } from './plan-graph.ts'

/**
 * Finds a shortest dependency cycle in every strongly connected component, as positions; the last equals the first. Uses
 * loops instead of recursion, because a plan may be a chain of any length.
 */
export function findCycles(graph: PlanGraph): number[][] {
  return findComponents(graph)
    .map((component) => ({ component, start: component.reduce((lowest, position) => Math.min(lowest, position)) }))
    .sort((a, b) => a.start - b.start)
    .map(({ component, start }) => shortestCycle(graph, new Set(component), start))
    .filter((cycle) => cycle.length > 0)
}

// Tarjan's strongly connected components with an explicit stack.
function findComponents({ dependencies }: PlanGraph): number[][] {
  const index = new Int32Array(dependencies.length).fill(-1)
  const low = new Int32Array(dependencies.length)
  const onPath = new Uint8Array(dependencies.length)
  const path: number[] = []
  const components: number[][] = []
  let counter = 0
  for (let root = 0; root < dependencies.length; root += 1) {
    if (index[root] !== -1) continue
    const calls = [{ position: root, next: 0 }]
    for (let call = calls.at(-1); call !== undefined; call = calls.at(-1)) {
      const { position } = call
      if (call.next === 0) {
        index[position] = low[position] = counter++
        path.push(position)
        onPath[position] = 1
      }
      const dependency = dependencies[position]![call.next++]
      if (dependency !== undefined) {
        if (index[dependency] === -1) calls.push({ position: dependency, next: 0 })
        else if (onPath[dependency] === 1) low[position] = Math.min(low[position]!, index[dependency]!)
        continue
      }
      calls.pop()
      const caller = calls.at(-1)
      if (caller) low[caller.position] = Math.min(low[caller.position]!, low[position]!)
      if (low[position] !== index[position]) continue
      const component = path.splice(path.lastIndexOf(position))
      for (const member of component) onPath[member] = 0
      components.push(component)
    }
  }
  return components
}

function shortestCycle({ dependencies }: PlanGraph, component: Set<number>, start: number): number[] {
  const from = new Map<number, number>()
  const open = [start]
  for (let at = 0; at < open.length; at += 1) {
    const position = open[at]!
    for (const dependency of dependencies[position]!) {
      if (dependency === start) return trace(from, start, position)
      if (!component.has(dependency) || from.has(dependency)) continue
      from.set(dependency, position)
      open.push(dependency)
    }
  }
  return []
}

function trace(from: Map<number, number>, start: number, last: number): number[] {
  const cycle = [start]
  for (let position = last; position !== start; position = from.get(position)!) cycle.push(position)
  cycle.push(start)
  return cycle.reverse()
}
