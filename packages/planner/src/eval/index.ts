import blindPrompts from './blind-prompts.json' with { type: 'json' }
import prompts from './prompts.json' with { type: 'json' }
import type { Skill } from '@narratoria/skills'
import type { EvaluationPrompt, EvaluationSet } from './evaluate-planner.ts'
import { skillsWithoutTriggers } from './skills-without-triggers.ts'

export {
  evaluatePlanner,
  type EvaluationFailure,
  type EvaluationPrompt,
  type EvaluationReport,
  type EvaluationScore,
  type EvaluationSet,
} from './evaluate-planner.ts'

/** Skills and scripts that a blind prompt must not choose, except those in its `must` and `may`. */
const judged = [
  'dice-roller',
  'torch-lighter',
  'door-examiner',
  'reputation/update-reputation',
  'reputation/query-reputation',
  ...skillsWithoutTriggers.map(({ name }) => name),
]
const firstBlindId = 1_001

function readBlindPrompts(entries: readonly { prompt: string; must: string[]; may?: string[] }[]): EvaluationPrompt[] {
  return entries.map(({ prompt, must, may = [] }, index) => {
    const mustNot = judged.filter((name) => !must.includes(name) && !may.includes(name))
    return { id: firstBlindId + index, prompt, must, mustNot, blind: true }
  })
}

const shipped = ['dice-roller', 'memory', 'reputation', 'storyteller', 'torch-lighter', 'door-examiner']

/**
 * The public evaluation set: prompts for the shipped skills, which are taken from `skills`, and for skills that have
 * descriptions but no triggers, in a session with memories. The authors of the blind prompts knew what the skills are for, but
 * neither their triggers nor the planner.
 */
export function evaluationSet(skills: readonly Skill[]): EvaluationSet {
  return {
    prompts: [...(prompts satisfies EvaluationPrompt[]), ...readBlindPrompts(blindPrompts)],
    skills: [...skills.filter(({ name }) => shipped.includes(name)), ...skillsWithoutTriggers],
    state: { memory: { count: 3 } },
  }
}
