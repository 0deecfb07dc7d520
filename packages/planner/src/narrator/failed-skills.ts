import type { ExecutionResult, FailureReason, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { availableScripts } from '../plan/available-scripts.ts'

/** Finds the skill that a tool's path belongs to. */
export function skillOf(skills: readonly Skill[], toolPath: string | undefined): Skill | undefined {
  return skills.find(({ scripts }) => scripts.some(({ path }) => path === toolPath))
}

/** The skills of a plan's failed tools: what the next plan must do without (FR-008). */
export function failedSkills(skills: readonly Skill[], plan: Plan, result: ExecutionResult): string[] {
  const failed = new Set(result.failedTools)
  return plan.tools.flatMap(({ toolId, toolPath }) => {
    const skill = failed.has(toolId) ? skillOf(skills, toolPath) : undefined
    return skill ? [skill.name] : []
  })
}

/** Says which tools of a plan no planner may name: anything that is not a script of an available skill. */
export function foreignTools(plan: Plan, skills: readonly Skill[], disabledSkills: readonly string[]): string[] {
  const allowed = new Set(availableScripts({ skills, disabledSkills }).map(({ script }) => script.path))
  return plan.tools.flatMap(({ toolId, toolPath }) => (allowed.has(toolPath) ? [] : [toolId]))
}

/** True when the same plan may be run again: each failed tool itself said that trying again may help. */
export function isRetryable(result: ExecutionResult): boolean {
  if (result.success || result.failureReason !== 'tool_failure' || result.failedTools.length === 0) return false
  const byId = new Map(result.toolResults.map((tool) => [tool.toolId, tool]))
  return result.failedTools.every((toolId) => {
    const tool = byId.get(toolId)
    return tool?.state === 'failed' && tool.attempts.at(-1)?.retryable === true
  })
}

/** Why an execution failed, told even where the executor does not say. */
export function reasonOf(result: ExecutionResult): FailureReason {
  return result.failureReason ?? 'tool_failure'
}
