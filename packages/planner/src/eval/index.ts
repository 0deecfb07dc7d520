import prompts from './prompts.json' with { type: 'json' }
import type { EvaluationPrompt } from './evaluate-planner.ts'

export {
  evaluatePlanner,
  type EvaluationFailure,
  type EvaluationPrompt,
  type EvaluationReport,
  type EvaluationScore,
  type EvaluationSet,
} from './evaluate-planner.ts'
export { foreignSkills } from './foreign-skills.ts'

/** The public evaluation set: prompts for the shipped skills together with {@link foreignSkills} (SC-002). */
export const evaluationPrompts: readonly EvaluationPrompt[] = prompts
