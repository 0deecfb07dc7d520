import type { FailureReason, Plan, ToolResult, TurnAttempt } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { toSecondPerson } from '../text/second-person.ts'
import { cleanText } from '../text/words.ts'
import { completedResults } from './narration-events.ts'
import { skillOf } from './failed-skills.ts'
import { passagesOf } from './outcome-text.ts'
import { joinPassages } from './story-text.ts'

/** What the last words of a failed turn are made of. */
export interface Failure {
  prompt: string
  skills: readonly Skill[]
  attempts: readonly TurnAttempt[]
  reason: FailureReason
}

/** How many causes are told: one for each of the five plans that a turn may have. */
const maxCauses = 5

/** The end of a turn in which no plan succeeded (FR-025, FR-066): what did work, what did not and why, and the way on. */
export function templateNarration({ prompt, skills, attempts, reason }: Failure): string {
  const last = attempts.findLast((attempt) => attempt.plan && attempt.result)
  const partial = last?.plan && last.result ? joinPassages(passagesOf(completedResults(last.plan, last.result))) : ''
  const causes = [...new Set(attempts.flatMap((attempt) => causesOf(attempt, skills)))].slice(0, maxCauses)
  return [partial, opening(prompt, reason), causes.join(' '), wayOn(reason)].filter((part) => part !== '').join('\n\n')
}

function opening(prompt: string, reason: FailureReason): string {
  const deed = toSecondPerson(cleanText(prompt))?.slice(0, -1)
  if (reason === 'cancelled') return deed ? `${deed} – and stop before it is done.` : 'You stop before it is done.'
  if (reason === 'timeout')
    return deed ? `${deed}, but it takes longer than the story can wait.` : 'It takes longer than the story can wait.'
  return deed ? `${deed}, but it does not come off.` : 'It does not come off.'
}

function wayOn(reason: FailureReason): string {
  if (reason === 'cancelled') return 'The story stands where it stood. What do you do?'
  return 'The story stands where it stood: try it another way, or do something else.'
}

function causesOf(attempt: TurnAttempt, skills: readonly Skill[]): string[] {
  const { plan, result } = attempt
  if (plan && result) {
    const failed = result.toolResults.filter(({ state }) => state === 'failed' || state === 'timeout')
    const told = failed.map((tool) => toldFailure(tool, plan, skills))
    if (told.length > 0) return told
    if (result.issues?.length) return [`The plan was refused: ${sentence(result.issues[0] ?? '')}`]
  }
  return attempt.error === undefined ? [] : [sentence(attempt.error)]
}

/** Tells one failed tool in plain words: which it was, and why. */
export function toldFailure(tool: ToolResult, plan: Plan, skills: readonly Skill[]): string {
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
