/** A tool's place in the drawing of a plan. */
export interface PlacedTool {
  toolId: string
  column: number
  row: number
}

/** A tool and its dependencies. */
interface Node {
  toolId: string
  dependencies: readonly string[]
}

/** Places a plan's tools: each one column after the last of those that it waits for. A cycle's tools stay in the first. */
export function layoutPlan(tools: readonly Node[]): PlacedTool[] {
  const columns = columnsOf(tools)
  const rows = new Map<number, number>()
  return tools.map(({ toolId }) => {
    const column = columns.get(toolId) ?? 0
    const row = rows.get(column) ?? 0
    rows.set(column, row + 1)
    return { toolId, column, row }
  })
}

function columnsOf(tools: readonly Node[]): Map<string, number> {
  const columns = new Map<string, number>()
  const waiting = new Map(tools.map((tool) => [tool.toolId, tool.dependencies]))
  // Each round places the tools all of whose dependencies are placed; one without progress has met a cycle.
  for (let placed = -1; placed !== columns.size;) {
    placed = columns.size
    for (const [toolId, dependencies] of waiting) {
      const known = dependencies.filter((dependency) => waiting.has(dependency) || columns.has(dependency))
      if (!known.every((dependency) => columns.has(dependency))) continue
      columns.set(toolId, Math.max(-1, ...known.map((dependency) => columns.get(dependency)!)) + 1)
      waiting.delete(toolId)
    }
  }
  return columns
}

/** The dependencies that are drawn: those that do not follow from others. */
export function drawnEdges(tools: readonly Node[]): { from: string; to: string }[] {
  const above = new Map<string, ReadonlySet<string>>()
  // In the order of the columns everything that a tool depends on is known before the tool itself.
  const columns = columnsOf(tools)
  const known = tools.filter(({ toolId }) => columns.has(toolId))
  for (const { toolId, dependencies } of known.toSorted((a, b) => columns.get(a.toolId)! - columns.get(b.toolId)!))
    above.set(toolId, new Set(dependencies.flatMap((id) => [id, ...(above.get(id) ?? [])])))
  return tools.flatMap(({ toolId, dependencies }) =>
    dependencies
      .filter((from) => tools.some((tool) => tool.toolId === from))
      .filter((from) => !dependencies.some((other) => other !== from && above.get(other)?.has(from)))
      .map((from) => ({ from, to: toolId })),
  )
}
