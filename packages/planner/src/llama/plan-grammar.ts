import { anyOf, GrammarRules, jsonLiteral } from '../grammar/grammar-rules.ts'
import { schemaGrammar } from '../grammar/schema-grammar.ts'
import type { ScriptChoice } from '../question/script-choices.ts'

/** Most characters of the narrative of a model's plan. */
const maxNarrative = 100

/**
 * Makes the grammar of a compact plan: `{"steps":[{"do":…,"with":{…},"after":[0]},…],"say":"…"}` on one line. A plan can only
 * name the given scripts, each with valid input. A step can only refer to earlier steps, to each once, so plans have no
 * cycles.
 */
export function planGrammar(choices: readonly ScriptChoice[], maxSteps: number): string {
  const rules = new GrammarRules()
  const say = schemaGrammar({ type: 'string', maxLength: maxNarrative }, rules) as string
  const work = choices.length === 0 ? undefined : rules.add(anyOf(choices.map((choice) => workGrammar(choice, rules))))
  const steps = work === undefined || maxSteps < 1 ? '' : `(${stepsGrammar(work, { maxSteps, rules })})? `
  return rules.text(String.raw`"{\"steps\":[" ${steps}"],\"say\":" ${say} "}"`)
}

function workGrammar({ key, schema }: ScriptChoice, rules: GrammarRules): string {
  const name = jsonLiteral(key)
  if (!schema) return name
  return String.raw`${name} ",\"with\":" ${schemaGrammar(schema, rules) as string}`
}

function stepsGrammar(work: string, { maxSteps, rules }: { maxSteps: number; rules: GrammarRules }): string {
  let rest = ''
  for (let index = maxSteps - 1; index >= 0; index -= 1) {
    const after = index === 0 ? '' : String.raw` (",\"after\":[" ${references(index, rules)} "]")?`
    const step = String.raw`"{\"do\":" ${work}${after} "}"`
    rest = rules.add(rest === '' ? step : `${step} ("," ${rest})?`)
  }
  return rest
}

// The numbers of the steps before `index`, in ascending order so that none repeats.
function references(index: number, rules: GrammarRules): string {
  let rest = ''
  for (let number = index - 1; number >= 0; number -= 1)
    rest = rules.add(rest === '' ? `"${number}"` : `"${number}" ("," ${rest})? | ${rest}`)
  return rest
}
