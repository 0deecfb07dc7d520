import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { fromStrict } from '@narratoria/models'
import { type ExpandedPlan, expandCompactPlan } from './expand-plan.ts'
import type { ScriptChoice } from './script-choices.ts'
import { fillInput } from '../plan/fill-input.ts'

/** What an answer of a model is read with. */
export interface PlanReading {
  choices: readonly ScriptChoice[]
  prompt: string
  maxSteps: number
}

/** Reads a model's compact plan as untrusted. Returns what is wrong with it as `complaint`. */
export function readPlan(
  answer: JsonObject,
  { choices, prompt, maxSteps }: PlanReading,
): { value: ExpandedPlan } | { complaint: string } {
  if (!Array.isArray(answer.steps)) return { complaint: '"steps" must be an array' }
  const byKey = new Map(choices.map((choice) => [choice.key, choice]))
  const faults: string[] = []
  const steps = answer.steps.slice(0, choices.length === 0 ? 0 : maxSteps).map((step, at): JsonValue => {
    const choice = isJsonObject(step) && typeof step.do === 'string' ? byKey.get(step.do) : undefined
    if (!isJsonObject(step) || !choice) {
      const name = isJsonObject(step) ? JSON.stringify(step.do) : 'it'
      faults.push(`steps[${at}]: ${name ?? 'it'} is not a script of the catalogue`)
      return null
    }
    const input = inputOf(choice, step.with)
    if (!fillInput(choice.script.inputSchema, { input, prompt }))
      faults.push(`steps[${at}]: "with" is not an input of ${choice.key}`)
    return { do: choice.key, with: input, after: step.after ?? [] }
  })
  if (faults.length > 0) return { complaint: faults.join('; ') }
  const say = typeof answer.say === 'string' ? answer.say : ''
  return { value: expandCompactPlan({ steps, say }, choices, prompt) }
}

function inputOf({ schema }: ScriptChoice, given: JsonValue | undefined): JsonObject {
  const value = typeof given === 'string' ? parsed(given) : (given ?? {})
  const input = schema ? fromStrict(schema, value) : {}
  return isJsonObject(input) ? input : {}
}

function parsed(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return {}
  }
}
