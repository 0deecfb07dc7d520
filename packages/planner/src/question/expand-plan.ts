import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import type { PlanStep } from '../plan/build-plan.ts'
import { fillInput } from '../plan/fill-input.ts'
import { PlannerError } from '../errors.ts'
import type { ScriptChoice } from './script-choices.ts'

/** A model's compact plan, with names resolved to scripts. */
export interface ExpandedPlan {
  steps: PlanStep[]
  narrative: string
}

/**
 * Turns a model's compact plan into steps. Validates it as untrusted, as if there were no grammar: unknown scripts,
 * references to anything but earlier steps, and invalid inputs are dropped.
 *
 * @throws {PlannerError} `planner_failed` if the text is not a compact plan
 */
export function expandPlan(text: string, choices: readonly ScriptChoice[], prompt: string): ExpandedPlan {
  return expandCompactPlan(parse(text), choices, prompt)
}

/** The same for a compact plan that is already parsed. */
export function expandCompactPlan(plan: CompactPlan, choices: readonly ScriptChoice[], prompt: string): ExpandedPlan {
  const byKey = new Map(choices.map((choice) => [choice.key, choice]))
  const made: (PlanStep | undefined)[] = []
  for (const entry of plan.steps) {
    const choice = isJsonObject(entry) && typeof entry.do === 'string' ? byKey.get(entry.do) : undefined
    const input = choice && isJsonObject(entry) ? inputOf(choice, entry.with, prompt) : undefined
    const after = isJsonObject(entry) ? stepsAt(entry.after, made) : []
    made.push(choice && input && { skill: choice.skill, script: choice.script, input, after })
  }
  return { steps: made.filter((step) => step !== undefined), narrative: plan.say.trim() }
}

/** What a model writes; its parts are untrusted. */
interface CompactPlan {
  steps: JsonValue[]
  say: string
}

function parse(text: string): CompactPlan {
  let plan: unknown
  try {
    plan = JSON.parse(text)
  } catch (cause) {
    throw new PlannerError('planner_failed', 'the model wrote an incomplete plan', { cause })
  }
  if (!isJsonObject(plan) || !Array.isArray(plan.steps))
    throw new PlannerError('planner_failed', 'the model wrote JSON that is not a plan')
  return { steps: plan.steps, say: typeof plan.say === 'string' ? plan.say : '' }
}

function inputOf({ script }: ScriptChoice, input: JsonValue | undefined, prompt: string): JsonObject | undefined {
  return fillInput(script.inputSchema, { input: isJsonObject(input) ? input : {}, prompt })
}

function stepsAt(after: JsonValue | undefined, made: readonly (PlanStep | undefined)[]): PlanStep[] {
  const steps = Array.isArray(after) ? after.map((index) => (typeof index === 'number' ? made[index] : undefined)) : []
  return [...new Set(steps.filter((step) => step !== undefined))]
}
