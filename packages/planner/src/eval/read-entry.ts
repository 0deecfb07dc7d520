import type { EvaluationPrompt } from './evaluate-planner.ts'

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

/** A prompt as its author wrote it. */
export interface Entry {
  kind: string
  prompt: string
  /** Abilities in the order of the acts. */
  want: string[]
  may?: string[]
}

/** A prompt with the scripts of the shipped skills that its abilities need. */
export function readEntry({ kind, prompt, want, may = [] }: Entry, id: number): EvaluationPrompt {
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
