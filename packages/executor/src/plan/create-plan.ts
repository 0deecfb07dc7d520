import { randomUUID } from 'node:crypto'
import { basename, extname } from 'node:path'
import type { Plan, ToolInvocation } from '@narratoria/protocol'

/** A tool of {@link createPlan}. The `toolId` defaults to the name of its file, with a number if another tool has it. */
export type PlannedTool = Omit<ToolInvocation, 'toolId'> & { toolId?: string }

/**
 * Creates a plan from tools, or from their paths, with new ids.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createPlan } from '@narratoria/executor'
 *
 * const plan = createPlan(['./pick-lock.mjs', { toolPath: './open-door.mjs', dependencies: ['pick-lock'] }])
 * assert.deepEqual(plan.tools.map(({ toolId }) => toolId), ['pick-lock', 'open-door'])
 * ```
 */
export function createPlan(
  tools: readonly (string | PlannedTool)[],
  options: Partial<Omit<Plan, 'requestId' | 'tools'>> = {},
): Plan {
  const planned = tools.map((tool) => (typeof tool === 'string' ? { toolPath: tool } : tool))
  const taken = new Set(planned.flatMap(({ toolId }) => toolId ?? []))
  return {
    requestId: randomUUID(),
    ...options,
    tools: planned.map((tool) => ({ ...tool, toolId: tool.toolId ?? takeId(tool.toolPath, taken) })),
  }
}

function takeId(toolPath: string, taken: Set<string>): string {
  const name = toolPath.startsWith('tool:') ? toolPath.slice('tool:'.length) : basename(toolPath, extname(toolPath))
  let id = name
  for (let number = 2; taken.has(id); number += 1) id = `${name}-${number}`
  taken.add(id)
  return id
}
