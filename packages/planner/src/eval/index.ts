import type { Skill } from '@narratoria/skills'
import type { EvaluationSet } from './evaluate-planner.ts'
import openPrompts from './open-prompts.json' with { type: 'json' }
import { readEntry } from './read-entry.ts'
import sealedPrompts from './sealed-prompts.json' with { type: 'json' }

export { explainIntent } from '../intent/classify.ts'
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
 * The public evaluation set: 410 prompts for the shipped skills, which are taken from `skills`, in a session without state. Their
 * author had seen neither the skills' triggers nor the planner nor its training data. Prompts with odd ids are open; those with even ids
 * were scored once, after the last training.
 */
export function evaluationSet(skills: readonly Skill[]): EvaluationSet {
  return {
    prompts: [
      ...openPrompts.map((entry, index) => readEntry(entry, 2 * index + 1)),
      ...sealedPrompts.map((entry, index) => readEntry(entry, 2 * index + 2)),
    ],
    skills: skills.filter(({ name }) => shipped.includes(name)),
  }
}
