import { randomUUID } from 'node:crypto'
import type { Plan } from '@narratoria/protocol'
import type { StoryPlan } from './story-plan.ts'
import type { StoryTool } from './story-tools.ts'

/** Converts a story plan to Plan JSON. The actions run in order and are all required, so the first failure stops the plan. */
export function toPlan(plan: StoryPlan, tools: ReadonlyMap<string, StoryTool>, planner: string): Plan {
  const ids = plan.actions.map(({ tool }, index) => actionId(index, tool))
  return {
    requestId: randomUUID(),
    narrative: plan.scene_intention,
    tools: plan.actions.map(({ tool, args }, index) => ({
      toolId: ids[index]!,
      toolPath: tools.get(tool)!.path,
      input: args,
      dependencies: index === 0 ? [] : [ids[index - 1]!],
      required: true,
      async: false,
      retryPolicy: tools.get(tool)!.retryPolicy,
    })),
    parallel: false,
    metadata: { generationAttempt: 1, parentPlanId: null, planner, generatedAt: new Date().toISOString() },
  }
}

/** The toolId of an action. */
export function actionId(index: number, tool: string): string {
  return `${index}:${tool}`
}
