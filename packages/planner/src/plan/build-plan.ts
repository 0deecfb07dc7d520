import type { JsonObject, Plan, ToolInvocation } from '@narratoria/protocol'
import { randomUUID } from 'node:crypto'
import type { CatalogueEntry } from './available-scripts.ts'
import type { PlanRequest } from '../planner.ts'

/** One step of a plan before it has an id. */
export interface PlanStep extends CatalogueEntry {
  input: JsonObject
  /** Steps that must come before it, beside those that its stage puts there; they count only where they can. */
  after?: readonly PlanStep[]
}

/** What makes plans reproducible in tests: ids and time. */
export interface PlanStamp {
  /** A UUID for each plan; `crypto.randomUUID` unless told. */
  createId?: () => string
  /** Unix time in milliseconds; `Date.now` unless told. */
  now?: () => number
}

/** Everything that a plan is made of. */
export interface PlanParts extends PlanStamp {
  planner: string
  steps: readonly PlanStep[]
  narrative?: string
}

const stageOrder = ['recall', 'act', 'record', 'narrate'] as const

/**
 * Makes Plan JSON of chosen steps: ids, paths, retry policies, dependencies and metadata come from here, never from a
 * model (FR-002, FR-010). Recall comes first, acts follow in the order said, records and the narration wait for both;
 * the narration is last. Steps of one skill and stage follow each other, those of different skills may overlap.
 */
export function buildPlan(request: PlanRequest, parts: PlanParts): Plan {
  const { createId = randomUUID, now = Date.now, planner, narrative } = parts
  const steps = stageOrder.flatMap((stage) => parts.steps.filter(({ script }) => script.stage === stage))
  const ids = nameSteps(steps)
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

function nameSteps(steps: readonly PlanStep[]): string[] {
  const counts = new Map<string, number>()
  return steps.map(({ script }) => {
    const count = (counts.get(script.name) ?? 0) + 1
    counts.set(script.name, count)
    return `${script.name}-${count}`
  })
}

const rank = { recall: 0, act: 1, record: 2, narrate: 2 }

function dependenciesOf(steps: readonly PlanStep[], index: number): number[] {
  const own = steps[index]
  if (!own) return []
  return steps.flatMap((other, at) => {
    const earlierStage = rank[other.script.stage] < rank[own.script.stage]
    const sameSkill = at < index && other.script.stage === own.script.stage && other.skill.name === own.skill.name
    const wished = at < index && own.after?.includes(other) === true
    return earlierStage || sameSkill || wished ? [at] : []
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
