import type { JsonValue, Plan, ToolInvocation } from '@narratoria/protocol'
import { isReference } from '@narratoria/protocol/rules'
import { createHash } from 'node:crypto'

/**
 * A key for the work of each tool of a plan: its script, its input, and its number among tools with both equal. The same
 * work has the same key in every plan of the turn. A reference in an input counts as the work of the tool that it refers to.
 */
export function workKeys(plan: Plan): Map<ToolInvocation, string> {
  const counts = new Map<string, number>()
  const worksOf = worksIn(plan)
  return new Map(
    plan.tools.map((tool) => {
      const work = worksOf(tool)
      const occurrence = counts.get(work) ?? 0
      counts.set(work, occurrence + 1)
      return [tool, `${work}-${occurrence}`]
    }),
  )
}

/** Returns a function that returns the hash of a tool's script and input. */
function worksIn({ tools }: Plan): (tool: ToolInvocation) => string {
  const byId = new Map(tools.map((tool) => [tool.toolId, tool]))
  const works = new Map<ToolInvocation, string>()
  const workOf = (tool: ToolInvocation): string => {
    const known = works.get(tool)
    if (known !== undefined) return known
    // Set first: the references of a refused plan may form a circle.
    works.set(tool, '')
    const work = digest([tool.toolPath, expand(tool.input ?? {})])
    works.set(tool, work)
    return work
  }
  const expand = (value: JsonValue): JsonValue => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map(expand)
    const from = isReference(value) ? byId.get(value.$from) : undefined
    if (from) return { ...value, $from: workOf(from) }
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, expand(entry)]))
  }
  return workOf
}

/** A hash that is equal for plans with the same tools, whatever their ids. */
export function planSignature(plan: Plan): string {
  const indexes = new Map(plan.tools.map(({ toolId }, index) => [toolId, index]))
  const tools = plan.tools.map(({ toolPath, input = {}, dependencies = [], required = true }) => [
    toolPath,
    input,
    dependencies.map((id) => String(indexes.get(id) ?? id)).toSorted(),
    required,
  ])
  return digest([tools, tools.length === 0 ? (plan.narrative ?? null) : null])
}

function digest(value: JsonValue): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 32)
}

function canonical(value: JsonValue): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}
