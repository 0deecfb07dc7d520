import type { ExecutionResult, Plan, ToolInvocation, ToolResult, TurnAttempt } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { cleanText } from '../text/words.ts'
import { lastEvents } from './narration-events.ts'
import { describeToolFailure } from './template-narration.ts'

export interface Executed {
  plan: Plan
  result: ExecutionResult
}

/**
 * One sentence for each act of an earlier plan of the turn that failed and that no later plan replaced, so that a failed act
 * is never narrated as if it had happened. An act is replaced if a later plan completed an act that the failed plan did not
 * contain.
 */
export function unreplacedFailures(
  attempts: readonly TurnAttempt[],
  { plan, result }: Executed,
  skills: readonly Skill[],
): string[] {
  const isAct = (toolPath: string) =>
    skills.some(({ scripts }) => scripts.some(({ path, stage }) => path === toolPath && stage === 'act'))
  const completed = plan.tools.filter((tool) => isAct(tool.toolPath) && stateOf(tool, result) === 'completed')
  const sentences = attempts.flatMap((attempt) => {
    const { plan: failedPlan, result: failedResult } = attempt
    if (!failedPlan || !failedResult || failedResult === result) return []
    const isNew = ({ toolPath }: ToolInvocation) => failedPlan.tools.every((tool) => tool.toolPath !== toolPath)
    if (completed.some(isNew)) return []
    return failedPlan.tools.flatMap((tool) => {
      const failed = failedResult.toolResults.find(({ toolId }) => toolId === tool.toolId)
      const isFailure = failed?.state === 'failed' || failed?.state === 'timeout'
      return failed && isFailure && isAct(tool.toolPath) ? [messageOf(failed, failedPlan, skills)] : []
    })
  })
  return [...new Set(sentences)]
}

function stateOf({ toolId }: ToolInvocation, { toolResults }: ExecutionResult): ToolResult['state'] | undefined {
  return toolResults.find((tool) => tool.toolId === toolId)?.state
}

// A tool's own message is for the player; a crash is described in general terms.
function messageOf(tool: ToolResult, plan: Plan, skills: readonly Skill[]): string {
  const reported = lastEvents(tool).findLast((event) => event.type === 'error')
  const message = cleanText(reported?.errorMessage ?? '').replaceAll(/\s+/g, ' ')
  if (tool.state === 'timeout' || message === '' || message.length > 300) return describeToolFailure(tool, plan, skills)
  return /[.!?…]$/.test(message) ? message : `${message}.`
}
