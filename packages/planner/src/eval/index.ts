import type { Skill } from '@narratoria/skills'
import type { EvaluationPrompt, EvaluationSet } from './evaluate-planner.ts'
import openPrompts from './open-prompts.json' with { type: 'json' }
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

const scripts: Record<string, string> = {
  recall: 'memory/recall-memory',
  remember: 'memory/store-memory',
  'light-torch': 'torch-lighter/torch-lighter',
  'examine-door': 'door-examiner/door-examiner',
  dice: 'dice-roller/roll-dice',
  'standing?': 'reputation/query-reputation',
  'standing!': 'reputation/update-reputation',
}
const acts = ['light-torch', 'examine-door', 'dice', 'standing!']
/** Background storing runs in every turn. */
const unjudged = new Set(['remember'])

interface Entry {
  kind: string
  prompt: string
  /** Abilities in the order of the acts. */
  want: string[]
  may?: string[]
}

function readEntry({ kind, prompt, want, may = [] }: Entry, id: number): EvaluationPrompt {
  const others = Object.keys(scripts).filter((name) => ![...want, ...may].includes(name) && !unjudged.has(name))
  const named = (abilities: readonly string[]) => abilities.map((ability) => scripts[ability] ?? ability)
  return {
    id,
    kind,
    prompt,
    must: named([...new Set(want)]),
    mustNot: named(others),
    inOrder: named(want.filter((ability) => acts.includes(ability))),
  }
}

const shipped = ['dice-roller', 'memory', 'reputation', 'storyteller', 'torch-lighter', 'door-examiner']

/**
 * The public evaluation set: 420 prompts for the shipped skills, which are taken from `skills`, in a session without state. Their
 * author had seen neither the skills' triggers nor the planner. Prompts with odd ids are open; those with even ids are held out.
 */
export function evaluationSet(skills: readonly Skill[]): EvaluationSet {
  return {
    prompts: [
      ...openPrompts.map((entry: Entry, index) => readEntry(entry, 2 * index + 1)),
      ...sealedPrompts.map((entry: Entry, index) => readEntry(entry, 2 * index + 2)),
    ],
    skills: skills.filter(({ name }) => shipped.includes(name)),
  }
}
