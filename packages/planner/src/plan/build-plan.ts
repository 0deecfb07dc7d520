import type { JsonObject, Plan, ToolInvocation } from '@narratoria/protocol'
import { randomUUID } from 'node:crypto'
import type { CatalogueEntry } from './available-scripts.ts'
import type { PlanRequest } from '../planner.ts'

/** A script with its input: a step of a plan that has no id yet. */
export interface PlanStep extends CatalogueEntry {
  input: JsonObject
  /** The beginning of the step's id in the plan. Defaults to the script's name. */
  name?: string
  /** Earlier steps that must run before this one, in addition to those that the stages order. Later steps are ignored. */
  after?: readonly PlanStep[]
}

/** Sources of a plan's id and time, replaceable for reproducible plans. */
export interface PlanStamp {
  /** Returns a UUID for each plan. Defaults to `crypto.randomUUID`. */
  createId?: () => string
  /** Returns the Unix time in milliseconds. Defaults to `Date.now`. */
  now?: () => number
}

export interface PlanParts extends PlanStamp {
  planner: string
  steps: readonly PlanStep[]
  narrative?: string
}

const stageOrder = ['recall', 'act', 'record', 'narrate'] as const

/**
 * Makes Plan JSON from steps. Ids, paths, retry policies, dependencies and metadata are set here, never by a model. Recalls
 * run first, then acts in their order, then records and the narration, which is the last tool. Steps of the same skill and
 * stage run one after the other; steps of different skills may overlap.
 */
export function buildPlan(request: PlanRequest, parts: PlanParts): Plan {
  const { createId = randomUUID, now = Date.now, planner, narrative } = parts
  const steps = stageOrder.flatMap((stage) => parts.steps.filter(({ script }) => script.stage === stage))
  const ids = idsOf(steps)
  const dependencies = steps.map((_, index) => dependenciesOf(steps, index).map((at) => ids[at] ?? ''))
  const parallel = steps.some((_, index) => mayOverlap(steps, index))
  return {
    requestId: createId(),
    ...(narrative !== undefined && { narrative }),
    tools: steps.map((step, index) =>
      invocation(step, { toolId: ids[index] ?? '', dependencies: dependencies[index] ?? [], parallel }),
    ),
    parallel,
    disabledSkills: [...new Set(request.disabledSkills)].toSorted(),
    metadata: {
      generationAttempt: request.attempt,
      parentPlanId: request.parentPlanId,
      planner,
      generatedAt: new Date(now()).toISOString(),
    },
  }
}

function invocation(
  { skill, script, input }: PlanStep,
  { toolId, dependencies, parallel }: { toolId: string; dependencies: string[]; parallel: boolean },
): ToolInvocation {
  return {
    toolId,
    toolPath: script.path,
    input,
    dependencies,
    required: !script.optional,
    async: parallel,
    ...(skill.retryPolicy && { retryPolicy: skill.retryPolicy }),
  }
}

function idsOf(steps: readonly PlanStep[]): string[] {
  const counts = new Map<string, number>()
  const ids = new Set<string>()
  for (const { script, name = script.name } of steps) {
    let count = counts.get(script.name) ?? 0
    do count += 1
    while (ids.has(`${name}-${count}`))
    counts.set(script.name, count)
    ids.add(`${name}-${count}`)
  }
  return [...ids]
}

const rank = { recall: 0, act: 1, record: 2, narrate: 2 }

function dependenciesOf(steps: readonly PlanStep[], index: number): number[] {
  const own = steps[index]
  if (!own) return []
  return steps.flatMap((other, at) => {
    const earlierStage = rank[other.script.stage] < rank[own.script.stage]
    const sameSkill = at < index && other.script.stage === own.script.stage && other.skill.name === own.skill.name
    const requested = at < index && own.after?.includes(other) === true
    return earlierStage || sameSkill || requested ? [at] : []
  })
}

function mayOverlap(steps: readonly PlanStep[], index: number): boolean {
  const own = steps[index]
  return steps.some(
    (other, at) =>
      at < index &&
      own &&
      own.after?.includes(other) !== true &&
      rank[other.script.stage] === rank[own.script.stage] &&
      (other.skill.name !== own.skill.name || other.script.stage !== own.script.stage),
  )
}
