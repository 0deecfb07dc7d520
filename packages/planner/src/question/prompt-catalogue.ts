import type { ChatMessage } from '@narratoria/models'
import { worldCapability } from '../plan/available-scripts.ts'
import type { PlanRequest } from '../planner.ts'
import { matchTriggers } from '../prompt/match-triggers.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { scoreRelevance } from '../prompt/relevance.ts'
import { systemText } from './plan-prompt.ts'
import { type RefusedScript, type ScriptChoice, scriptChoices } from './script-choices.ts'

/** The skills of a session, described for a model. */
export interface Catalogue {
  /** The constant message with the instructions and the scripts. */
  system: ChatMessage
  /** The scripts in `system`. */
  known: readonly ScriptChoice[]
  /** The scripts that did not fit into `system`. The likeliest of them are named in each turn. */
  others: readonly ScriptChoice[]
  refused: readonly RefusedScript[]
  /** A sentence about what did not fit into `system`; `undefined` if everything did. */
  cut?: string
}

/** Most scripts outside `system` that are named in a turn. */
const maxCandidates = 6

/**
 * Makes the catalogue of a set of skills within a budget of tokens. If it is too large, it leaves out first the prompts of
 * the skills, then the scripts of skills of low priority.
 */
export async function createCatalogue(
  skills: PlanRequest['skills'],
  { countTokens }: { countTokens: (text: string) => Promise<number> },
  budgetTokens: number,
): Promise<Catalogue> {
  const { choices, refused } = scriptChoices(skills)
  const fits = async (known: readonly ScriptChoice[], guidance: boolean) =>
    (await countTokens(systemText(known, { guidance }))) <= budgetTokens
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
  const advice = 'disable skills that you do not need, or load the model with a larger context'
  if (known < all)
    return {
      cut: `the model's context has room for ${known} of ${all} scripts and none of the skills' prompts; each turn adds the scripts that seem to match the player's words (${advice})`,
    }
  return guidance
    ? {}
    : { cut: `the model's context has room for all scripts, but not for the skills' prompts (${advice})` }
}

/** The scripts outside `system` that may match a prompt, likeliest first. */
export function candidatesFor(request: PlanRequest, { others }: Catalogue): ScriptChoice[] {
  const prompt = readPrompt(request.prompt)
  return others
    .filter(isOpenIn(request))
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

/** The scripts that a turn may choose: those of the catalogue that are open in it, and the named candidates. */
export function choicesOf(
  request: PlanRequest,
  { known }: Catalogue,
  candidates: readonly ScriptChoice[],
): ScriptChoice[] {
  return [...known.filter(isOpenIn(request)), ...candidates]
}

/** Whether a turn may choose a script: its skill is not disabled, and it performs no acts where there is no world. */
function isOpenIn({ disabledSkills, world }: PlanRequest): (choice: ScriptChoice) => boolean {
  const disabled = new Set(disabledSkills)
  return ({ skill }) =>
    !disabled.has(skill.name) && (world !== undefined || !skill.capabilities.includes(worldCapability))
}
