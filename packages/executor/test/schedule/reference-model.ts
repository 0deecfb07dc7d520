import type { JsonObject, JsonValue } from '@narratoria/protocol'

/** The behaviour of a tool of a model plan. */
export interface ModelTool {
  toolId: string
  dependencies: string[]
  required: boolean
  async: boolean
  maxRetries: number
  backoffMs: number
  timeoutMs: number
  attempts: { durationMs: number; ok: boolean; retryable?: boolean; patches: JsonObject[] }[]
}

export interface ModelPlan {
  parallel: boolean
  maxConcurrency: number
  planTimeoutMs: number
  tools: ModelTool[]
}

export interface Prediction {
  states: Record<string, string>
  attempts: Record<string, number>
  /** When each attempt starts: `tool#attempt@time`. */
  starts: string[]
  state: JsonValue
  success: boolean
  failureReason: string | undefined
}

type Phase = 'open' | 'running' | 'backoff' | 'queued' | 'completed' | 'failed' | 'timeout' | 'skipped'

/**
 * Predicts the result of a plan by simulating it event by event. Written for clarity, without any code of the executor: it
 * looks at every tool at every event.
 */
export function predict(plan: ModelPlan): Prediction {
  const phase = new Map<string, Phase>(plan.tools.map(({ toolId }) => [toolId, 'open']))
  const tried = new Map<string, number>(plan.tools.map(({ toolId }) => [toolId, 0]))
  const due: { at: number; tool: ModelTool; what: 'end' | 'timeout' | 'retry' }[] = []
  const queued: ModelTool[] = []
  const starts: string[] = []
  const count = (...phases: Phase[]) => plan.tools.filter((tool) => phases.includes(phase.get(tool.toolId)!)).length
  const byId = new Map(plan.tools.map((tool) => [tool.toolId, tool]))

  const begin = (tool: ModelTool, now: number) => {
    const number = tried.get(tool.toolId)! + 1
    tried.set(tool.toolId, number)
    phase.set(tool.toolId, 'running')
    starts.push(`${tool.toolId}#${number}@${now}`)
    const { durationMs } = tool.attempts[number - 1]!
    if (durationMs > tool.timeoutMs) due.push({ at: now + tool.timeoutMs, tool, what: 'timeout' })
    else due.push({ at: now + durationMs, tool, what: 'end' })
  }
  const isSatisfied = (toolId: string) => {
    const now = phase.get(toolId)!
    return now === 'completed' || ((now === 'failed' || now === 'timeout') && !byId.get(toolId)!.required)
  }
  const startAllowed = (now: number) => {
    while (queued.length > 0 && count('running') < plan.maxConcurrency) begin(queued.shift()!, now)
    for (;;) {
      const ready = plan.tools.find((tool) => phase.get(tool.toolId) === 'open' && tool.dependencies.every(isSatisfied))
      if (!ready) return
      const inProgress = plan.tools.filter((tool) => ['running', 'backoff', 'queued'].includes(phase.get(tool.toolId)!))
      if (!plan.parallel || !ready.async) {
        if (inProgress.length > 0) return
      } else if (inProgress.some((tool) => !tool.async) || count('running', 'queued') >= plan.maxConcurrency) return
      begin(ready, now)
    }
  }
  const skipBehind = () => {
    for (let changed = true; changed;) {
      changed = false
      for (const tool of plan.tools) {
        if (phase.get(tool.toolId) !== 'open') continue
        const blocked = tool.dependencies.some((id) => {
          const state = phase.get(id)!
          return state === 'skipped' || ((state === 'failed' || state === 'timeout') && byId.get(id)!.required)
        })
        if (blocked) phase.set(tool.toolId, 'skipped')
        changed ||= blocked
      }
    }
  }
  const endAttempt = (tool: ModelTool, now: number, timedOut: boolean) => {
    const number = tried.get(tool.toolId)!
    const attempt = tool.attempts[number - 1]!
    if (attempt.ok && !timedOut) return void phase.set(tool.toolId, 'completed')
    // A timed-out attempt did not emit its `retryable`.
    if (number <= tool.maxRetries && (timedOut || attempt.retryable !== false)) {
      phase.set(tool.toolId, 'backoff')
      due.push({ at: now + Math.min(30_000, tool.backoffMs * 2 ** (number - 1)), tool, what: 'retry' })
      return
    }
    phase.set(tool.toolId, timedOut ? 'timeout' : 'failed')
  }

  let planTimedOut = false
  startAllowed(0)
  while (due.length > 0) {
    due.sort((a, b) => a.at - b.at)
    const { at, tool, what } = due.shift()!
    if (at > plan.planTimeoutMs) {
      planTimedOut = true
      break
    }
    if (what === 'retry') {
      phase.set(tool.toolId, 'queued')
      queued.push(tool)
    } else endAttempt(tool, at, what === 'timeout')
    skipBehind()
    startAllowed(at)
  }
  for (const [toolId, now] of phase) {
    if (now === 'open') phase.set(toolId, 'skipped')
    if (now === 'running' || now === 'backoff' || now === 'queued') phase.set(toolId, 'timeout')
  }
  const unfinished = plan.tools.filter((tool) => tool.required && phase.get(tool.toolId) !== 'completed')
  const timedOut = planTimedOut || unfinished.some((tool) => phase.get(tool.toolId) === 'timeout')
  return {
    states: Object.fromEntries(phase),
    attempts: Object.fromEntries(tried),
    starts: starts.sort(),
    state: orderTools(plan.tools)
      .filter((tool) => phase.get(tool.toolId) === 'completed')
      .flatMap((tool) => tool.attempts[tried.get(tool.toolId)! - 1]!.patches)
      .reduce<JsonValue>(merge, {}),
    success: unfinished.length === 0,
    failureReason: unfinished.length === 0 ? undefined : timedOut ? 'timeout' : 'tool_failure',
  }
}

/** The state of a tool: the patches of its ancestors, or in a sequential plan of all earlier tools. */
export function predictSeen(
  plan: ModelPlan,
  { states, attempts }: Pick<Prediction, 'states' | 'attempts'>,
  toolId: string,
): JsonValue {
  const ordered = orderTools(plan.tools)
  const ancestors = new Set<string>()
  const visit = (id: string) => {
    for (const dependency of plan.tools.find((tool) => tool.toolId === id)!.dependencies) {
      if (!ancestors.has(dependency)) visit(dependency)
      ancestors.add(dependency)
    }
  }
  visit(toolId)
  const before = ordered.slice(
    0,
    ordered.findIndex((tool) => tool.toolId === toolId),
  )
  return before
    .filter((tool) => (!plan.parallel || ancestors.has(tool.toolId)) && states[tool.toolId] === 'completed')
    .flatMap((tool) => tool.attempts[attempts[tool.toolId]! - 1]!.patches)
    .reduce<JsonValue>(merge, {})
}

function orderTools(tools: readonly ModelTool[]): ModelTool[] {
  const ordered: ModelTool[] = []
  const placed = new Set<string>()
  while (ordered.length < tools.length) {
    const next = tools.find((tool) => !placed.has(tool.toolId) && tool.dependencies.every((id) => placed.has(id)))!
    placed.add(next.toolId)
    ordered.push(next)
  }
  return ordered
}

// The pseudocode of RFC 7396.
function merge(target: JsonValue, patch: JsonValue): JsonValue {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: JsonObject =
    typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key]
    else result[key] = merge(result[key] ?? null, value)
  }
  return result
}
