import type { JsonValue, Plan, ToolInvocation } from '@narratoria/protocol'
import { createHash } from 'node:crypto'

/**
 * A key for the work of each tool of a plan: its script, its input, and its number among tools with both equal. The same
 * work has the same key in every plan of the turn.
 */
export function workKeys(plan: Plan): Map<ToolInvocation, string> {
  const counts = new Map<string, number>()
  return new Map(
    plan.tools.map((tool) => {
      const work = digest([tool.toolPath, tool.input ?? {}])
      const occurrence = counts.get(work) ?? 0
      counts.set(work, occurrence + 1)
      return [tool, `${work}-${occurrence}`]
    }),
  )
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
