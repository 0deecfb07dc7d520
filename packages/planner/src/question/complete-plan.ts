import type { JsonObject, Plan } from '@narratoria/protocol'
import { isAutomatic } from '../grammar/model-input.ts'
import type { CatalogueEntry } from '../plan/available-scripts.ts'
import type { PlanStamp, PlanStep } from '../plan/build-plan.ts'
import { fillInput } from '../plan/fill-input.ts'
import type { PlanRequest } from '../planner.ts'
import { modelPlan } from './model-plan.ts'

/** A script that a planner chose for what the player does. */
export interface ChosenScript extends CatalogueEntry {
  /** Its input as far as the planner knows it. Defaults to `{}`. */
  input?: JsonObject
}

/**
 * Makes a plan of the scripts that a planner chose: fills in the player's words and defaults, sets ids, order and retry policies, and adds
 * the scripts that recall, record and narrate in every turn, or a narrative if nothing runs. A script whose required input is not known is
 * left out.
 *
 * @example
 * ```ts
 * import { availableScripts, completePlan, type Planner } from '@narratoria/planner'
 *
 * export const first: Planner = {
 *   name: 'first',
 *   plan: async (request) => completePlan(request, availableScripts(request).slice(0, 1), { planner: 'first' }),
 * }
 * ```
 */
export function completePlan(
  request: PlanRequest,
  chosen: readonly ChosenScript[],
  options: PlanStamp & { planner: string; narrative?: string },
): Plan {
  const steps = chosen.flatMap(({ skill, script, input = {} }): PlanStep[] => {
    const filled = isAutomatic(script) ? undefined : fillInput(script.inputSchema, { input, prompt: request.prompt })
    return filled ? [{ skill, script, input: filled }] : []
  })
  const { narrative = '', ...stamp } = options
  return modelPlan(request, { steps, narrative }, stamp)
}
