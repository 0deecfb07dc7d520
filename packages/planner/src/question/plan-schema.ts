import type { JsonObject } from '@narratoria/protocol'
import { strictSchema } from '@narratoria/models'
import type { ScriptChoice } from './script-choices.ts'

const after: JsonObject = { type: 'array', items: { type: 'integer' }, description: 'numbers of earlier steps, from 0' }
const noInput: JsonObject = { type: 'object', properties: {} }

/** The strict schema of a compact plan, with a branch for each script. Choices are sorted, so that servers can cache it. */
export function planSchema(choices: readonly ScriptChoice[]): JsonObject {
  const branches = choices.map(({ key, schema = noInput }) =>
    closed({ do: { type: 'string', enum: [key] }, with: strictSchema(schema), after }),
  )
  return planWith(branches.length === 0 ? closed({}) : { anyOf: branches })
}

/** The same with bounds, for models that enforce them. They keep the answer of any model short. */
export function boundedPlanSchema(choices: readonly ScriptChoice[], maxSteps: number): JsonObject {
  const earlier = { type: 'array', items: { type: 'integer', minimum: 0, maximum: maxSteps }, maxItems: maxSteps }
  const branches = choices.map(({ key, schema = noInput }) =>
    closed({ do: { type: 'string', enum: [key] }, with: schema, after: earlier }),
  )
  const steps = { type: 'array', items: branches.length === 0 ? closed({}) : { anyOf: branches }, maxItems: maxSteps }
  return closed({ steps, say: { type: 'string', maxLength: 200 } })
}

/** The same without branches, for servers that refuse large schemas: the input is a text that holds JSON. */
export function flatPlanSchema(choices: readonly ScriptChoice[]): JsonObject {
  if (choices.length === 0) return planSchema(choices)
  const names = choices.map(({ key }) => key)
  const input = { type: 'string', description: 'the input of the script, a JSON object as text' }
  return planWith(closed({ do: { type: 'string', enum: names }, with: input, after }))
}

// A choice of a script is written before its input, and the steps before the sentence.
function planWith(items: JsonObject): JsonObject {
  return closed({ steps: { type: 'array', items }, say: { type: 'string' } })
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}
