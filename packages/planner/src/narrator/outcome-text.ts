import type { ExecutionResult, Plan, ToolResult } from '@narratoria/protocol'
import { completedResults, lastEvents, parsePassage, type Passage } from './narration-events.ts'
import { joinPassages } from './story-text.ts'

/** The prose of tools, in their order; each tool's first passage starts a paragraph. */
export function passagesOf(results: readonly ToolResult[]): Passage[] {
  return results.flatMap((result) => {
    const passages = lastEvents(result).flatMap((event) => parsePassage(event) ?? [])
    const standing = passages.slice(
      Math.max(
        0,
        passages.findLastIndex(({ replace }) => replace),
      ),
    )
    return standing.map(({ text, append }, index) => ({ text, append: index > 0 && append }))
  })
}

/** What a player reads of a plan that succeeded: the tools' prose, else the plan's, else what the tools say they did. */
export function narrativeOf(plan: Plan, result: ExecutionResult): string {
  const completed = completedResults(plan, result)
  const told = joinPassages(passagesOf(completed))
  if (told.trim() !== '') return told
  if (plan.narrative !== undefined && plan.narrative.trim() !== '') return plan.narrative
  const summaries = completed.flatMap(({ summary }) =>
    summary === undefined || summary.trim() === '' ? [] : [summary.trim()],
  )
  return summaries.length > 0 ? summaries.join(' ') : 'It is done. What do you do next?'
}
