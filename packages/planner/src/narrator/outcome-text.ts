import type { ExecutionResult, Plan, ToolResult } from '@narratoria/protocol'
import { completedResults, lastEvents, parsePassage, type Passage } from './narration-events.ts'
import { joinPassages } from './story-text.ts'

/** The passages of tools, in their order. Each tool's first passage starts a paragraph. */
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

/** The narrative of a plan that succeeded: the tools' narration, else the plan's narrative, else the tools' summaries. */
export function narrativeOf(plan: Plan, result: ExecutionResult): string {
  const completed = completedResults(plan, result)
  const narration = joinPassages(passagesOf(completed))
  const untold = untoldRefusals(completed, narration)
  if (narration.trim() !== '') return [...untold, narration].join('\n\n')
  if (plan.narrative !== undefined && plan.narrative.trim() !== '') return plan.narrative
  const summaries = completed.flatMap(({ summary }) =>
    summary === undefined || summary.trim() === '' ? [] : [summary.trim()],
  )
  return summaries.length > 0 ? summaries.join(' ') : 'It is done. What do you do next?'
}

/** The sentences of the refusals that a narration does not contain: the player always reads why an act was refused. */
export function untoldRefusals(results: readonly ToolResult[], narration: string): string[] {
  const narrated = inOneLine(narration)
  return results.flatMap(({ refused, summary = '' }) => {
    const sentence = inOneLine(summary)
    return refused && sentence !== '' && !narrated.includes(sentence) ? [summary.trim()] : []
  })
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
