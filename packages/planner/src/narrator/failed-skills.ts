import type { ExecutionResult, FailureReason, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { availableScripts } from '../plan/available-scripts.ts'
import type { PlanRequest } from '../planner.ts'

export function skillOf(skills: readonly Skill[], toolPath: string | undefined): Skill | undefined {
  return skills.find(({ scripts }) => scripts.some(({ path }) => path === toolPath))
}

/** The skills of a plan's failed tools, which the next plan must not use. */
export function failedSkills(skills: readonly Skill[], plan: Plan, result: ExecutionResult): string[] {
  const failed = new Set(result.failedTools)
  return plan.tools.flatMap(({ toolId, toolPath }) => {
    const skill = failed.has(toolId) ? skillOf(skills, toolPath) : undefined
    return skill ? [skill.name] : []
  })
}

/** Ids of the tools of a plan that are not scripts of available skills. */
export function unknownTools(plan: Plan, request: Pick<PlanRequest, 'skills' | 'disabledSkills' | 'world'>): string[] {
  const allowed = new Set(availableScripts(request).map(({ script }) => script.path))
  return plan.tools.flatMap(({ toolId, toolPath }) => (allowed.has(toolPath) ? [] : [toolId]))
}

/** Whether the same plan may be executed again: every failed tool marked its failure as retryable. */
export function isRetryable(result: ExecutionResult): boolean {
  if (result.success || result.failureReason !== 'tool_failure' || result.failedTools.length === 0) return false
  const byId = new Map(result.toolResults.map((tool) => [tool.toolId, tool]))
  return result.failedTools.every((toolId) => {
    const tool = byId.get(toolId)
    return tool?.state === 'failed' && tool.attempts.at(-1)?.retryable === true
  })
}

/** Why an execution failed. Defaults to `tool_failure`. */
export function reasonOf(result: ExecutionResult): FailureReason {
  return result.failureReason ?? 'tool_failure'
}
