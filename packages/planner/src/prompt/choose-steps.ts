import type { JsonObject } from '@narratoria/protocol'
import type { SkillScript } from '@narratoria/skills'
import type { PlanStep } from '../plan/build-plan.ts'
import { fillInput } from '../plan/fill-input.ts'
import { availableScripts, type CatalogueEntry } from '../plan/available-scripts.ts'
import type { PlanRequest } from '../planner.ts'
import { groupMatches, type Intent } from './group-matches.ts'
import { searchPatterns } from './match-pattern.ts'
import { matchTriggers } from './match-triggers.ts'
import type { Clause } from '../text/clauses.ts'
import { clauseText, isNotDone, type PromptText, rankAt } from './prompt-text.ts'
import { relevanceThreshold, scoreRelevance } from './relevance.ts'

interface Candidate extends PlanStep {
  intent: Intent
}

/** The most steps of one plan. */
const maxSteps = 12

/**
 * Chooses the steps for a prompt, each with a valid input, in the order of the player's words. Only scripts that fulfil
 * `among` are considered.
 */
export function chooseSteps(
  request: PlanRequest,
  prompt: PromptText,
  among: (entry: CatalogueEntry) => boolean = () => true,
): PlanStep[] {
  const entries = availableScripts(request).filter(among)
  searchPatterns(
    entries.flatMap(({ script }) => script.triggers.flatMap(({ pattern }) => pattern ?? [])),
    prompt.read,
  )
  const candidates = entries.flatMap((entry) =>
    intentsOf(entry, prompt, request.state).flatMap((intent) => {
      const input = fillInput(entry.script.inputSchema, {
        input: intent.input,
        prompt: prompt.text,
        topic: topicOf(intent, prompt),
      })
      return input ? [{ ...entry, intent, input }] : []
    }),
  )
  const timeOf = ({ intent }: Candidate) => rankAt(prompt, intent.position)
  return keepOneNarrator(dropRivals(keepBestOfSkills(candidates)))
    .toSorted((a, b) => timeOf(a) - timeOf(b) || a.intent.position - b.intent.position)
    .slice(0, maxSteps)
    .map(({ skill, script, input }) => ({ skill, script, input }))
}

function intentsOf(entry: CatalogueEntry, prompt: PromptText, state: JsonObject): Intent[] {
  const { script } = entry
  if (script.triggers.length > 0)
    return groupMatches(matchTriggers(script.triggers, prompt, { state, deeds: script.stage === 'act' }))
  if (script.stage === 'narrate') return [{ position: 0, end: 0, clause: 0, score: 1, input: {}, always: true }]
  // What changes something outside of the story is not called because the player wonders about it.
  const mayMean = ({ start, end }: Clause) =>
    script.effects !== 'outside' || !(isNotDone(prompt, start) || isNotDone(prompt, end - 1))
  const scored = prompt.clauses.flatMap((clause, index) =>
    mayMean(clause) ? [{ index, ...scoreRelevance(entry, clause) }] : [],
  )
  const [best] = scored.toSorted((a, b) => b.score - a.score || a.index - b.index)
  if (!best || best.score < relevanceThreshold) return []
  // The words of a skill do not say which of its scripts is meant.
  if (!best.isOwn && entry.skill.scripts.filter(isDescribed).length > 1) return []
  return [{ position: best.start, end: best.end, clause: best.index, score: best.score, input: {}, always: false }]
}

/** Whether a script is chosen by its description. */
function isDescribed({ triggers, stage }: SkillScript): boolean {
  return triggers.length === 0 && stage !== 'narrate'
}

/** Of the scripts of one skill that a clause describes, the one that fits best is kept: it was said once. */
function keepBestOfSkills(candidates: Candidate[]): Candidate[] {
  const best = new Map<string, Candidate>()
  const keyOf = ({ skill, script, intent }: Candidate) => `${intent.clause} ${script.stage} ${skill.name}`
  const described = candidates.filter(({ script }) => isDescribed(script))
  for (const candidate of described) {
    const before = best.get(keyOf(candidate))
    if (!before || candidate.intent.score > before.intent.score) best.set(keyOf(candidate), candidate)
  }
  return candidates.filter((each) => !isDescribed(each.script) || best.get(keyOf(each)) === each)
}

// The clause of an intent, from the words that chose the script.
function topicOf(intent: Intent, prompt: PromptText): string | undefined {
  const clause = prompt.clauses[intent.clause]
  if (!clause) return undefined
  const whole = clauseText(prompt, clause)
  if (intent.always || intent.position <= clause.start) return whole
  return prompt.text.slice(intent.position, clause.end)
}

// Of several scripts of one stage that match the same words, the one with the skill of the highest priority is kept.
function dropRivals(candidates: Candidate[]): Candidate[] {
  const rivals = (a: Candidate, b: Candidate) =>
    a.skill !== b.skill &&
    a.script.stage === b.script.stage &&
    !a.intent.always &&
    !b.intent.always &&
    a.intent.position === b.intent.position &&
    a.intent.end === b.intent.end
  return candidates.filter(
    (candidate) => !candidates.some((other) => rivals(candidate, other) && beats(other, candidate)),
  )
}

function keepOneNarrator(candidates: Candidate[]): Candidate[] {
  const narrators = candidates.filter(({ script }) => script.stage === 'narrate')
  const best = narrators.find((candidate) => !narrators.some((other) => beats(other, candidate)))
  return candidates.filter((candidate) => candidate.script.stage !== 'narrate' || candidate === best)
}

function beats(a: Candidate, b: Candidate): boolean {
  if (a.skill.priority !== b.skill.priority) return a.skill.priority > b.skill.priority
  return a.intent.score > b.intent.score
}
