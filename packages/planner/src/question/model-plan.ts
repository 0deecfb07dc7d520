import type { Plan } from '@narratoria/protocol'
import { isAutomatic } from '../grammar/model-input.ts'
import { buildPlan, type PlanStamp } from '../plan/build-plan.ts'
import type { PlanRequest } from '../planner.ts'
import { chooseSteps } from '../prompt/choose-steps.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { actsInWorld, isWorldAct } from '../world/choose-world-steps.ts'
import { quietNarrative } from '../prompt/quiet-narrative.ts'
import type { ExpandedPlan } from './expand-plan.ts'

/**
 * Makes the plan of what a model chose. Adds the scripts that run in every turn, and a narrative if nothing runs. In a world, the
 * acts are those of {@link actsInWorld}.
 */
export function modelPlan(
  request: PlanRequest,
  { steps, narrative }: ExpandedPlan,
  stamp: PlanStamp & { planner: string },
): Plan {
  const prompt = readPrompt(request.prompt)
  const acts = request.world ? actsInWorld(request, request.world, steps.filter(isWorldAct)) : []
  const others = steps.filter((step) => !isWorldAct(step) && !acts.some(({ script }) => script === step.script))
  const automatic = chooseSteps(request, prompt, ({ script }) => isAutomatic(script))
  const all = [...others, ...acts, ...automatic.filter((step) => !acts.some(({ script }) => script === step.script))]
  const shown = narrative !== '' ? narrative : all.length === 0 ? quietNarrative(prompt.text) : undefined
  return buildPlan(request, { ...stamp, steps: all, ...(shown !== undefined && { narrative: shown }) })
}
