import type { ChatMessage } from '@narratoria/models'
import { isGuidanceOnly, type Skill } from '@narratoria/skills'
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
 * Makes the catalogue of a set of skills within a budget of tokens. If it is too large, it leaves out first the texts of skills that
 * bring guidance only, then the prompts of the others, then the scripts of skills of low priority.
 */
export async function createCatalogue(
  skills: PlanRequest['skills'],
  { countTokens }: { countTokens: (text: string) => Promise<number> },
  budgetTokens: number,
): Promise<Catalogue> {
  const { choices, refused } = scriptChoices(skills)
  const all = guidesAmong(skills, choices)
  const fits = async (known: readonly ScriptChoice[], guides: readonly Skill[]) =>
    (await countTokens(systemText(known, { guides }))) <= budgetTokens
  const make = (known: readonly ScriptChoice[], guides: readonly Skill[]): Catalogue => ({
    system: { role: 'system', content: systemText(known, { guides }) },
    known,
    others: choices.filter((choice) => !known.includes(choice)),
    refused,
    ...cutOf({ known: known.length, of: choices.length }, { guides: guides.length, of: all.length }),
  })
  const withScripts = all.filter((skill) => !isGuidanceOnly(skill))
  for (const guides of [all, withScripts, []]) if (await fits(choices, guides)) return make(choices, guides)
  const byPriority = choices.toSorted((a, b) => b.skill.priority - a.skill.priority || (a.key < b.key ? -1 : 1))
  const inOrder = (count: number) => choices.filter((choice) => byPriority.indexOf(choice) < count)
  let [least, most] = [0, choices.length]
  while (least < most) {
    const middle = Math.ceil((least + most) / 2)
    if (await fits(inOrder(middle), [])) least = middle
    else most = middle - 1
  }
  return make(inOrder(least), [])
}

/** The skills with a prompt that a model may need: those with a script that it may choose, and those that bring guidance only. */
function guidesAmong(skills: readonly Skill[], choices: readonly ScriptChoice[]): Skill[] {
  const names = new Set(choices.map(({ skill }) => skill.name))
  return skills.filter((skill) => skill.prompt.trim() !== '' && (names.has(skill.name) || isGuidanceOnly(skill)))
}

function cutOf(
  scripts: { known: number; of: number },
  prompts: { guides: number; of: number },
): Pick<Catalogue, 'cut'> {
  const advice = 'disable skills that you do not need, or load the model with a larger context'
  if (scripts.known < scripts.of)
    return {
      cut: `the model's context has room for ${scripts.known} of ${scripts.of} scripts and none of the skills' prompts; each turn adds the scripts that seem to match the player's words (${advice})`,
    }
  if (prompts.guides === prompts.of) return {}
  const shown =
    prompts.guides === 0 ? "not for the skills' prompts" : `only for ${prompts.guides} of ${prompts.of} prompts`
  return { cut: `the model's context has room for all scripts, but ${shown} (${advice})` }
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
