import type { Plan, JsonObject } from '@narratoria/protocol'
import { type StructuredQuestion, strictSchema } from '@narratoria/models'
import type { PlanStamp } from '../plan/build-plan.ts'
import type { PlanRequest } from '../planner.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { modelPlan } from './model-plan.ts'
import { turnText } from './plan-prompt.ts'
import { candidatesFor, choicesOf, createCatalogue } from './prompt-catalogue.ts'
import { readPlan } from './read-plan.ts'
import type { ScriptChoice } from './script-choices.ts'

/** Options of {@link planQuestion}. */
export interface PlanQuestionOptions extends PlanStamp {
  /** The planner's name in the plan. */
  planner: string
  /** Most tokens of the question and its answer together. Defaults to 8,192. */
  contextTokens?: number
  /** Most steps that the model may choose, 1 to 10. Defaults to 6. */
  maxSteps?: number
  /** Most tokens of an answer, reasoning included. Defaults to 2,000. */
  maxTokens?: number
  /** Defaults to 0. */
  temperature?: number
}

/** Characters of a token, low enough for every tokenizer of English. */
const charactersPerToken = 3
const countTokens = async (text: string) => Math.ceil(text.length / charactersPerToken)
/** Tokens for the turn's own text. */
const turnTokens = 900

/**
 * Makes the question to which a language model returns a plan: messages, schemas, and `read`, which checks an answer and turns
 * it into a plan. The model writes only which scripts run, with what input, in what order, and a narrative; every plan of
 * `read` is valid, whatever the model writes.
 *
 * @example
 * ```ts
 * import { askStructured, type LanguageModel } from '@narratoria/models'
 * import { type Planner, planQuestion } from '@narratoria/planner'
 *
 * const plannerWith = (model: LanguageModel): Planner => ({
 *   name: 'mine',
 *   limitsItself: true,
 *   async plan(request, { signal } = {}) {
 *     const question = await planQuestion(request, { planner: 'mine' })
 *     return (await askStructured(model, question, { signal })).value
 *   },
 * })
 * ```
 */
export async function planQuestion(
  request: PlanRequest,
  options: PlanQuestionOptions,
): Promise<StructuredQuestion<Plan>> {
  const { contextTokens = 8_192, maxTokens = 2_000, temperature = 0, planner, createId, now } = options
  const room = contextTokens - turnTokens - Math.min(maxTokens, 1_000)
  const catalogue = await createCatalogue(request.skills, { countTokens }, Math.max(0, room))
  const candidates = candidatesFor(request, catalogue)
  const choices = choicesOf(request, catalogue, candidates)
  const maxSteps = Math.min(options.maxSteps ?? 6, 10)
  const reading = { choices, prompt: readPrompt(request.prompt).text, maxSteps }
  return {
    messages: [catalogue.system, { role: 'user', content: turnText(request, candidates) }],
    schema: planSchema(choices),
    flat: flatPlanSchema(choices),
    bounded: boundedPlanSchema(choices, maxSteps),
    maxTokens,
    temperature,
    read(answer) {
      const chosen = readPlan(answer, reading)
      return 'value' in chosen ? { value: modelPlan(request, chosen.value, { planner, createId, now }) } : chosen
    },
  }
}

const after: JsonObject = { type: 'array', items: { type: 'integer' }, description: 'numbers of earlier steps, from 0' }
const noInput: JsonObject = { type: 'object', properties: {} }

/** The strict schema of a compact plan, with a branch for each script. Choices are sorted, so that servers can cache it. */
function planSchema(choices: readonly ScriptChoice[]): JsonObject {
  const branches = choices.map(({ key, schema = noInput }) =>
    closed({ do: { type: 'string', enum: [key] }, with: strictSchema(schema), after }),
  )
  return planWith(branches.length === 0 ? closed({}) : { anyOf: branches })
}

/** The same with bounds, for models that enforce them. They keep the answer of any model short. */
function boundedPlanSchema(choices: readonly ScriptChoice[], maxSteps: number): JsonObject {
  const earlier = { type: 'array', items: { type: 'integer', minimum: 0, maximum: maxSteps }, maxItems: maxSteps }
  const branches = choices.map(({ key, schema = noInput }) =>
    closed({ do: { type: 'string', enum: [key] }, with: schema, after: earlier }),
  )
  const steps = { type: 'array', items: branches.length === 0 ? closed({}) : { anyOf: branches }, maxItems: maxSteps }
  return closed({ steps, say: { type: 'string', maxLength: 200 } })
}

/** The same without branches, for servers that refuse large schemas: the input is a text that holds JSON. */
function flatPlanSchema(choices: readonly ScriptChoice[]): JsonObject {
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
