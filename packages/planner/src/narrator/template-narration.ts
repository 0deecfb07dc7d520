import type { FailureReason, Plan, ToolResult, TurnAttempt } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { toSecondPerson } from '../text/second-person.ts'
import { cleanText } from '../text/words.ts'
import { completedResults } from './narration-events.ts'
import { skillOf } from './failed-skills.ts'
import { passagesOf, untoldRefusals } from './outcome-text.ts'
import { joinPassages } from './story-text.ts'

export interface Failure {
  prompt: string
  skills: readonly Skill[]
  attempts: readonly TurnAttempt[]
  reason: FailureReason
}

/** Most causes that are named: one for each of the five plans of a turn. */
const maxCauses = 5

/** The narrative of a turn in which no plan succeeded: partial narration, what failed and why, and how to go on. */
export function templateNarration({ prompt, skills, attempts, reason }: Failure): string {
  const last = attempts.findLast((attempt) => attempt.plan && attempt.result)
  const partial = last?.plan && last.result ? partialNarration(completedResults(last.plan, last.result)) : ''
  const causes = [...new Set(attempts.flatMap((attempt) => causesOf(attempt, skills)))].slice(0, maxCauses)
  return [partial, opening(prompt, reason), causes.join(' '), advice(reason)].filter((part) => part !== '').join('\n\n')
}

function partialNarration(results: readonly ToolResult[]): string {
  const narration = joinPassages(passagesOf(results))
  return [...untoldRefusals(results, narration), narration].filter((part) => part !== '').join('\n\n')
}

function opening(prompt: string, reason: FailureReason): string {
  const deed = toSecondPerson(cleanText(prompt))?.slice(0, -1)
  if (reason === 'cancelled') return deed ? `${deed} – and stop before it is done.` : 'You stop before it is done.'
  if (reason === 'timeout')
    return deed ? `${deed}, but it takes longer than the story can wait.` : 'It takes longer than the story can wait.'
  return deed ? `${deed}, but it does not come off.` : 'It does not come off.'
}

function advice(reason: FailureReason): string {
  if (reason === 'cancelled') return 'The story stands where it stood. What do you do?'
  return 'The story stands where it stood: try it another way, or do something else.'
}

function causesOf(attempt: TurnAttempt, skills: readonly Skill[]): string[] {
  const { plan, result } = attempt
  if (plan && result) {
    // A tool that was cancelled with its turn has not failed by itself.
    const failed = result.toolResults.filter(
      ({ state, errorCode }) => (state === 'failed' || state === 'timeout') && errorCode !== 'cancelled',
    )
    if (failed.length > 0) return failed.map((tool) => describeToolFailure(tool, plan, skills))
    if (result.issues?.length) return [`The plan was refused: ${sentence(result.issues[0] ?? '')}`]
  }
  // The opening already says that the turn was cancelled.
  return attempt.error === undefined || attempt.failureReason === 'cancelled' ? [] : [sentence(attempt.error)]
}

/** One sentence about a failed tool: its name and the reason. */
export function describeToolFailure(tool: ToolResult, plan: Plan, skills: readonly Skill[]): string {
  const path = plan.tools.find(({ toolId }) => toolId === tool.toolId)?.toolPath
  const skill = skillOf(skills, path)
  const script = skill?.scripts.find((candidate) => candidate.path === path)
  const name = skill && script ? `${skill.displayName} (${script.name})` : tool.toolId
  const tries = tool.attempts.length
  const often = tries > 1 ? ` after ${tries} tries` : ''
  if (tool.state === 'timeout') return `${name} took too long${often} and was stopped.`
  return `${name} failed${often}: ${sentence(tool.error ?? tool.summary ?? 'it gave no reason.')}`
}

function sentence(text: string): string {
  const line = cleanText(text).replaceAll(/\s+/g, ' ').slice(0, 200)
  return /[.!?…]$/.test(line) ? line : `${line}.`
}
