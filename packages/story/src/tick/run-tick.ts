import { isDeepStrictEqual } from 'node:util'
import { type Executor, type ToolDescription } from '@narratoria/executor'
import { type JsonObject, listIssues } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import { commit, needsRecovery, recover } from '../commit/commit.ts'
import type { Disk } from '../files/disk.ts'
import { buildContext, type ContextSources, type StoryContext } from '../context/build-context.ts'
import { StoryError } from '../errors.ts'
import type { Scene } from '../memory/entities.ts'
import { writeNextIds, type NextIds, readNextIds } from '../memory/ids.ts'
import type { ModelAnswer } from '../model/ask-for.ts'
import { CallJournal } from '../model/call-journal.ts'
import type { CallProgress } from '../model/meter.ts'
import { readState } from '../project/state.ts'
import { planOutline } from './plan-outline.ts'
import { checkStoryPlan } from '../plan/check-story-plan.ts'
import { StoryPlan } from '../plan/story-plan.ts'
import type { StoryPlanner } from '../planner/story-planner.ts'
import { generationOf } from '../project/config.ts'
import { inProject, layout, numbered } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { readSources } from '../context/read-sources.ts'
import type { SceneWriter } from '../writer/scene-writer.ts'
import type { StoryExecution } from '../plan/executed-action.ts'
import { runPlan } from './execute-plan.ts'
import { errorFileName, failedAttempts, nextAttempt } from '../project/failed-attempts.ts'
import { describeError, ErrorFile, type TickStage, writeErrorFiles } from './error-file.ts'
import { withTimeout } from './with-timeout.ts'
import { basisOf, readPendingPlan } from './pending-plan.ts'
import { checkStyle } from '../style/check-style.ts'
import { styleOf } from '../style/style-sheet.ts'
import { settleScene } from './settle-scene.ts'
import { idsAfter, readStagedMemory, storyForTools } from './staged-memory.ts'
import { tickFiles } from './tick-files.ts'
import { assertPossible } from './assert-possible.ts'
import { writeScene } from './write-scene.ts'

/** The resources of a tick. */
export interface TickHost {
  folder: string
  disk: Disk
  skills: SkillRegistry
  executor: Executor
  describeTool: (
    toolPath: string,
    skills: { skills: SkillRegistry; turnSkills: SkillSnapshot },
  ) => ToolDescription | undefined
  planner: StoryPlanner
  writer: SceneWriter
  /** Time limits in milliseconds. Undefined means no limit. */
  planningTimeoutMs?: number | undefined
  writingTimeoutMs?: number | undefined
}

/** Options of a tick. */
export interface TickOptions {
  /** A plan to run instead of asking the planner. */
  plan?: unknown
  /** The number of a failed tick to retry. Runs the plan of its last attempt unless `plan` is set. */
  retry?: number
  /** Cancels the tick. */
  signal?: AbortSignal
  /** Called when a model is called, and while it answers. */
  onProgress?: (progress: CallProgress) => void
  /** Called when a stage starts. */
  onStage?: (stage: TickStage) => void
}

/** The result of a tick. */
export type TickResult =
  | {
      ok: true
      tick: number
      attempt: number
      scene: Scene
      prose: string
      plan: StoryPlan
      planFile: string
      warnings: string[]
    }
  | {
      ok: false
      tick: number
      attempt: number
      stage: TickStage
      error: { type: string; code: string | null; message: string }
      /** The path of the error file, relative to the project. Undefined if it could not be written. */
      errorFile: string | undefined
    }

interface Attempt {
  tick: number
  attempt: number
  stage: TickStage
  plan: unknown
  execution: StoryExecution
  context: StoryContext | undefined
  answers: ModelAnswer[]
}

/** Runs one tick: plan, execute, write, commit. Only the commit changes the project, and it is atomic. */
export async function runTick(host: TickHost, options: TickOptions): Promise<TickResult> {
  if (needsRecovery(host.folder)) recover(host.folder, host.disk)
  const tick = readState(host.folder).current_tick + 1
  const journal = new CallJournal(host.folder, `${tick} ${nextAttempt(host.folder, tick)}`, host.disk)
  const { failed, warnings = [] } = await outlineFirst(host, { tick, journal, ...options })
  if (failed) return failed
  const sources = readSources(host)
  const given = givenPlan(host, tick, options)
  if (given !== undefined) assertValid(given, sources)
  const attempt = newAttempt(host, tick, { stage: 'context', plan: given, answers: [] })
  try {
    const result = await runAttempt(host, attempt, { ...options, sources, given, journal })
    return result.ok ? { ...result, warnings: [...warnings, ...result.warnings] } : result
  } catch (error) {
    return fail(host, attempt, causeOf(error, options.signal))
  }
}

/** Lets a model plan the outline of a new part. Without a valid answer the built-in one remains. Returns the failed tick. */
async function outlineFirst(
  host: TickHost,
  { tick, journal, signal, plan, retry }: TickOptions & { tick: number; journal: CallJournal },
): Promise<{ failed?: TickResult; warnings?: string[] }> {
  const answers: ModelAnswer[] = []
  try {
    if (plan === undefined && retry === undefined) await planOutline(host, { journal, answers, signal })
    return {}
  } catch (error) {
    if (StoryError.isInstance(error) && error.code === 'invalid_project') throw error
    if (StoryError.isInstance(error) && error.code === 'invalid_answer')
      return { warnings: [`the outline of the built-in texts is used: ${error.message}`] }
    const attempt = newAttempt(host, tick, { stage: 'plan', plan: undefined, answers })
    return { failed: fail(host, attempt, causeOf(error, signal)) }
  }
}

function newAttempt(host: TickHost, tick: number, start: Pick<Attempt, 'stage' | 'plan' | 'answers'>): Attempt {
  const execution = { success: false, actions_executed: [], errors: [] }
  return { tick, attempt: nextAttempt(host.folder, tick), execution, context: undefined, ...start }
}

function causeOf(error: unknown, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? new StoryError('cancelled', 'the tick was cancelled', { cause: error }) : error
}

type AttemptOptions = TickOptions & { sources: ContextSources; given: StoryPlan | undefined; journal: CallJournal }

async function runAttempt(host: TickHost, attempt: Attempt, options: AttemptOptions): Promise<TickResult> {
  const { sources, given, signal, onStage, journal } = options
  const { state, config, memory } = sources
  const { tick } = attempt
  const enter = (stage: TickStage) => {
    signal?.throwIfAborted()
    attempt.stage = stage
    onStage?.(stage)
  }
  enter('context')
  const context = (attempt.context = buildContext(sources))

  enter('plan')
  const plan =
    given ??
    readPendingPlan(host.folder, tick, basisOf(context, { planner: host.planner.name, attempt: attempt.attempt })) ??
    (await withTimeout(`the planner "${host.planner.name}"`, { signal, timeoutMs: host.planningTimeoutMs }, (options) =>
      host.planner.plan({ ...sources, context, tick, answers: attempt.answers, journal }, options),
    ))
  attempt.plan = plan
  const warnings = assertValid(plan, sources)

  enter('execute')
  const free = readNextIds(host.folder, memory)
  const { execution, staged } = await execute(host, { attempt, plan, sources, free, signal, journal })
  assertPossible(staged, { people: plan.people, location: plan.target_location })

  enter('write')
  const scene = { attempt, plan, execution, staged, context, sources, journal, signal }
  const { request, draft } = await writeScene(host, scene)
  warnings.push(...(draft.notes ?? checkStyle(draft.prose, styleOf(config))))
  enter('commit')
  const at = new Date().toISOString()
  const settled = settleScene(draft, request, staged.nextIds, at)
  const planFile = `${layout.plans}/plan_${numbered(tick)}.json`
  const files = tickFiles(settled, {
    before: sources.stored,
    outline: sources.hasNewOutline ? sources.outline : undefined,
    draft,
    planFile: {
      tick,
      timestamp: at,
      plan,
      execution,
      context_used: {
        active_character: context.active_character_id,
        recent_scenes: context.recent_scene_ids,
        open_loops_count: context.open_loops_count,
      },
      scene: settled.scene.id,
      attempt: attempt.attempt,
      planner: given ? 'given' : host.planner.name,
      writer: host.writer.name,
      warnings,
    },
    state: { ...state, current_tick: tick, last_updated: at },
  })
  commit(host.folder, files, { disk: host.disk, tick })
  releaseIds(host, settled.nextIds)
  CallJournal.clear(host.folder, host.disk)
  return {
    ok: true,
    tick,
    attempt: attempt.attempt,
    scene: settled.scene,
    prose: draft.prose.trim(),
    plan,
    planFile,
    warnings,
  }
}

interface Executed {
  execution: StoryExecution
  story: JsonObject
  free: NextIds
}

/** Reserves the ids that the plan may need, then runs it on a copy of memory. */
async function execute(
  host: TickHost,
  run: {
    attempt: Attempt
    plan: StoryPlan
    sources: ContextSources
    free: NextIds
    signal: AbortSignal | undefined
    journal: CallJournal
  },
) {
  const { attempt, plan, sources, signal, journal } = run
  const { config, memory, tools } = sources
  // A tick that was killed after its tools gets their results and ids again, so that the calls after them are the same.
  const question = JSON.stringify([plan, memory])
  const before = journal.read('execute', question) as unknown as Executed | undefined
  if (before) {
    attempt.execution = before.execution
    return { execution: before.execution, staged: readStagedMemory(before.story, memory, before.free) }
  }
  const { free } = run
  const makes = plan.actions.length
  const reserved = {
    ...free,
    character: free.character + makes,
    location: free.location + makes,
    thing: (free.thing ?? 0) + makes,
    relationship: free.relationship + makes,
  }
  writeNextIds(host.folder, reserved, host.disk)
  const turnSkills = host.skills.snapshot()
  const { seed } = generationOf(config)
  const { execution, story, patches } = await runPlan(plan, {
    executor: host.executor,
    tools,
    roots: turnSkills.list().flatMap((skill) => (skill.enabled ? [skill.path] : [])),
    describeTool: (toolPath) => host.describeTool(toolPath, { skills: host.skills, turnSkills }),
    planner: host.planner.name,
    story: storyForTools(memory, { seed, tick: attempt.tick, nextIds: free }),
    ...(signal && { signal }),
  })
  attempt.execution = execution
  // One action can create several entities. Error files name their ids, so they must not be reused.
  const used = idsAfter(patches, reserved)
  if (!isDeepStrictEqual(used, reserved)) writeNextIds(host.folder, used, host.disk)
  signal?.throwIfAborted()
  if (!execution.success) {
    const reasons = execution.errors.join('; ').replace(/\.$/, '')
    throw new StoryError('tool_failed', `${reasons}. The plan was stopped there.`, { issues: execution.errors })
  }
  const staged = readStagedMemory(story, memory, free)
  if (host.planner.name !== 'stub')
    journal.write('execute', question, { execution, story, free } as unknown as JsonObject)
  return { execution, staged }
}

/** Releases the reserved ids that the tick did not use. If that fails, a gap remains. */
function releaseIds(host: TickHost, nextIds: NextIds): void {
  try {
    writeNextIds(host.folder, nextIds, host.disk)
  } catch {
    // The ids stay reserved.
  }
}

function givenPlan(host: TickHost, tick: number, { plan, retry }: TickOptions): StoryPlan | undefined {
  if (retry === undefined) return plan as StoryPlan | undefined
  const attempts = failedAttempts(host.folder, tick)
  if (retry !== tick || attempts.length === 0) {
    const why = retry === tick ? `tick ${retry} has not failed` : `the next tick is ${tick}`
    throw new StoryError('nothing_to_retry', `tick ${retry} cannot be retried: ${why}`)
  }
  if (plan !== undefined) return plan as StoryPlan
  const file = `${layout.errors}/${errorFileName(retry, attempts.at(-1)!)}.json`
  const last = readJson(inProject(host.folder, file), ErrorFile)
  // An answer that is not a plan cannot be run again.
  if (last.stage === 'plan' && listIssues(StoryPlan, last.plan).length > 0) return undefined
  return (last.plan ?? undefined) as StoryPlan | undefined
}

function assertValid(plan: unknown, sources: ContextSources): string[] {
  const { issues, warnings } = checkStoryPlan(plan, sources)
  if (issues.length === 0) return warnings
  throw new StoryError('invalid_plan', `the plan cannot run: ${issues.join('; ')}`, { issues })
}

function fail(host: TickHost, attempt: Attempt, error: unknown): TickResult {
  const description = describeError(error)
  let errorFile: string | undefined
  try {
    errorFile = writeErrorFiles(host.folder, { ...attempt, error, planner: host.planner.name }, host.disk)
  } catch (second) {
    description.message += ` (and the error file could not be written: ${(second as Error).message})`
  }
  const { type, code, message } = description
  return {
    ok: false,
    tick: attempt.tick,
    attempt: attempt.attempt,
    stage: attempt.stage,
    error: { type, code, message },
    errorFile,
  }
}
