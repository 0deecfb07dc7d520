import prompts from './prompts.json' with { type: 'json' }
import type { Skill } from '@narratoria/skills'
import type { EvaluationPrompt, EvaluationSet } from './evaluate-planner.ts'
import { foreignSkills } from './foreign-skills.ts'

export {
  evaluatePlanner,
  type EvaluationFailure,
  type EvaluationPrompt,
  type EvaluationReport,
  type EvaluationScore,
  type EvaluationSet,
} from './evaluate-planner.ts'

const shipped = ['dice-roller', 'memory', 'reputation', 'storyteller', 'torch-lighter', 'door-examiner']

/**
 * The public evaluation set (SC-002): prompts for the shipped skills, of which `skills` are taken, together with skills of
 * strangers that have descriptions and no triggers, in a story that has memories.
 */
export function evaluationSet(skills: readonly Skill[]): EvaluationSet {
  return {
    prompts: prompts satisfies EvaluationPrompt[],
    skills: [...skills.filter(({ name }) => shipped.includes(name)), ...foreignSkills],
    state: { memory: { count: 3 } },
  }
}
