import type { Executor, ToolDescription } from '@narratoria/executor'
import { isJsonObject, type ExecutionResult, type JsonObject, type ToolResult, type Plan } from '@narratoria/protocol'
import type { StoryPlan } from '../plan/story-plan.ts'
import type { StoryTool } from '../plan/story-tools.ts'
import type { ExecutedAction, StoryExecution } from '../plan/executed-action.ts'
import { randomUUID } from 'node:crypto'

export interface RunPlanOptions {
  executor: Executor
  tools: ReadonlyMap<string, StoryTool>
  roots: readonly string[]
  describeTool: (toolPath: string) => ToolDescription | undefined
  planner: string
  /** The value of `state.story` for the tools. */
  story: JsonObject
  signal?: AbortSignal
}

/** The result of running a plan: each action's result, and the story after the tools' patches. */
export interface PlanRun {
  execution: StoryExecution
  story: JsonObject
  /** The story patches of all tools, including failed ones. */
  patches: JsonObject[]
}

/** Runs a story plan's actions in order and stops at the first failure. */
export async function runPlan(plan: StoryPlan, options: RunPlanOptions): Promise<PlanRun> {
  const { executor, tools, roots, describeTool, planner, story, signal } = options
  if (plan.actions.length === 0) {
    return { execution: { success: true, actions_executed: [], errors: [] }, story, patches: [] }
  }
  const result = await executor.execute(toPlan(plan, tools, planner), {
    state: { story },
    roots,
    describeTool,
    ...(signal && { signal }),
  })
  const byId = new Map(result.toolResults.map((tool) => [tool.toolId, tool]))
  const actions = plan.actions.map((action, index): ExecutedAction => {
    const base = { action_index: index, tool: action.tool, args: action.args }
    const done = byId.get(actionId(index, action.tool))
    return done ? { ...base, ...outcomeOf(done) } : { ...base, success: false, skipped: true }
  })
  const errors = [...(result.issues ?? []), ...actions.flatMap(({ error }) => error ?? [])]
  if (!result.success && errors.length === 0) errors.push(reasonOf(result))
  const after = result.state.story
  return {
    execution: { success: result.success, actions_executed: actions, errors },
    story: isJsonObject(after) ? after : story,
    patches: result.toolResults.flatMap(patchesOf),
  }
}

function patchesOf({ events }: ToolResult): JsonObject[] {
  return events.flatMap((event) =>
    event.type === 'state_patch' && isJsonObject(event.patch.story) ? [event.patch.story] : [],
  )
}

function outcomeOf(tool: ToolResult): Omit<ExecutedAction, 'action_index' | 'tool' | 'args'> {
  const common = { duration_ms: Math.round(tool.executionTime), ...(tool.stderr && { stderr: tool.stderr }) }
  if (tool.state === 'skipped') return { success: false, skipped: true }
  if (tool.ok) {
    const { result } = tool.output
    return { success: true, result: isJsonObject(result) ? result : tool.output, ...common }
  }
  // A failed tool's patches are discarded, but its error event and result help to find the cause.
  const errorEvent = tool.events.findLast((event) => event.type === 'error')
  const code = errorEvent?.type === 'error' && tool.errorCode === 'tool_failed' ? errorEvent.errorCode : tool.errorCode
  const resultPatch = tool.events.findLast((event) => event.type === 'state_patch' && isJsonObject(event.patch.result))
  return {
    success: false,
    error: `Error executing ${nameOf(tool)}: ${tool.error ?? tool.state}`,
    ...(code !== undefined && { error_code: code }),
    ...(resultPatch?.type === 'state_patch' && { result: resultPatch.patch.result as JsonObject }),
    ...common,
  }
}

function nameOf({ toolId }: ToolResult): string {
  return toolId.slice(toolId.indexOf(':') + 1)
}

function reasonOf({ failureReason, warnings = [] }: ExecutionResult): string {
  return [`the plan failed: ${failureReason ?? 'unknown reason'}`, ...warnings].join('; ')
}

/** Converts a story plan to Plan JSON. The actions run in order and are all required, so the first failure stops the plan. */
function toPlan(plan: StoryPlan, tools: ReadonlyMap<string, StoryTool>, planner: string): Plan {
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
function actionId(index: number, tool: string): string {
  return `${index}:${tool}`
}
