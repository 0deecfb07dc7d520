import type { PlanRequest } from '../planner.ts'
import { matchTriggers } from '../prompt/match-triggers.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { scoreRelevance } from '../prompt/relevance.ts'
import type { ChatMessage, LocalModel } from '../model/local-model.ts'
import { systemText } from './plan-prompt.ts'
import { type RefusedScript, type ScriptChoice, scriptChoices } from './script-choices.ts'

/** A set of skills as a model sees it. */
export interface Catalogue {
  /** The unchanging message. */
  system: ChatMessage
  /** Scripts that the unchanging message describes. */
  known: readonly ScriptChoice[]
  /** Scripts that did not fit into it: the likeliest of them are named turn by turn. */
  others: readonly ScriptChoice[]
  refused: readonly RefusedScript[]
  /** What did not fit into the unchanging message, in a sentence; `undefined` where all of it did. */
  cut?: string
}

/** How many scripts that did not fit are named in a turn. */
const maxCandidates = 6

/** Makes the catalogue of a set of skills: all of it where it fits the budget, else the skills of highest priority. */
export async function createCatalogue(
  skills: PlanRequest['skills'],
  model: LocalModel,
  budgetTokens: number,
): Promise<Catalogue> {
  const { choices, refused } = scriptChoices(skills)
  const fits = async (known: readonly ScriptChoice[], guidance: boolean) =>
    (await model.countTokens(systemText(known, { guidance }))) <= budgetTokens
  const make = (known: readonly ScriptChoice[], guidance: boolean): Catalogue => ({
    system: { role: 'system', content: systemText(known, { guidance }) },
    known,
    others: choices.filter((choice) => !known.includes(choice)),
    refused,
    ...cutOf(known.length, { all: choices.length, guidance }),
  })
  if (await fits(choices, true)) return make(choices, true)
  if (await fits(choices, false)) return make(choices, false)
  const byPriority = choices.toSorted((a, b) => b.skill.priority - a.skill.priority || (a.key < b.key ? -1 : 1))
  const inOrder = (count: number) => choices.filter((choice) => byPriority.indexOf(choice) < count)
  let [least, most] = [0, choices.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (await fits(inOrder(middle), false)) least = middle
    else most = middle - 1
  }
  return make(inOrder(least), false)
}

function cutOf(known: number, { all, guidance }: { all: number; guidance: boolean }): { cut?: string } {
  const way = 'switch off skills that you do not need, or load the model with a larger context'
  if (known < all)
    return {
      cut: `the model's context has room for ${known} of ${all} scripts, and for no prompts of skills; of the other scripts, a turn gets those that its words seem to be about (${way})`,
    }
  return guidance
    ? {}
    : { cut: `the model's context has room for every script, but not for the prompts of the skills (${way})` }
}

/** The scripts outside the unchanging message that a prompt may be about, likeliest first. */
export function candidatesFor(request: PlanRequest, { others }: Catalogue): ScriptChoice[] {
  const prompt = readPrompt(request.prompt)
  const disabled = new Set(request.disabledSkills)
  return others
    .filter(({ skill }) => !disabled.has(skill.name))
    .map((choice) => {
      const triggered = matchTriggers(choice.script.triggers, prompt, { state: request.state, deeds: false }).some(
        ({ always }) => !always,
      )
      const relevance = Math.max(0, ...prompt.clauses.map((clause) => scoreRelevance(choice, clause).score))
      return { choice, score: relevance + (triggered ? 10 : 0) }
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || b.choice.skill.priority - a.choice.skill.priority)
    .slice(0, maxCandidates)
    .map(({ choice }) => choice)
}
