import type { PlanGraph } from './plan-graph.ts'

/**
 * Finds one shortest circle of dependencies in every knot of tools that depend on each other, as positions with the
 * first one at the end again (001 §13.4.1). Flat loops: a plan may be a chain of any length.
 */
export function findCycles(graph: PlanGraph): number[][] {
  return findKnots(graph)
    .map((knot) => ({ knot, start: knot.reduce((lowest, position) => Math.min(lowest, position)) }))
    .sort((a, b) => a.start - b.start)
    .map(({ knot, start }) => shortestCycle(graph, new Set(knot), start))
    .filter((cycle) => cycle.length > 0)
}

// Tarjan's strongly connected components with an explicit stack.
function findKnots({ dependencies }: PlanGraph): number[][] {
  const index = new Int32Array(dependencies.length).fill(-1)
  const low = new Int32Array(dependencies.length)
  const onPath = new Uint8Array(dependencies.length)
  const path: number[] = []
  const knots: number[][] = []
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
      const knot = path.splice(path.lastIndexOf(position))
      for (const member of knot) onPath[member] = 0
      knots.push(knot)
    }
  }
  return knots
}

function shortestCycle({ dependencies }: PlanGraph, knot: Set<number>, start: number): number[] {
  const from = new Map<number, number>()
  const open = [start]
  for (let at = 0; at < open.length; at += 1) {
    const position = open[at]!
    for (const dependency of dependencies[position]!) {
      if (dependency === start) return trace(from, start, position)
      if (!knot.has(dependency) || from.has(dependency)) continue
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
