import { isDeepStrictEqual } from 'node:util'
import { type Executor, type ToolDescription } from '@narratoria/executor'
import { listIssues } from '@narratoria/protocol'
import type { SkillRegistry, SkillSnapshot } from '@narratoria/skills'
import { commit, needsRecovery, recover } from '../commit/commit.ts'
import type { Disk } from '../files/disk.ts'
import { buildContext, type ContextSources, type StoryContext } from '../context/build-context.ts'
import { StoryError } from '../errors.ts'
import type { Scene } from '../memory/entities.ts'
import { findByIdOrName } from '../memory/find-entity.ts'
import { keepNextIds, type NextIds, readNextIds } from '../memory/ids.ts'
import type { ModelAnswer } from '../model/ask-for.ts'
import { checkStoryPlan } from '../plan/check-story-plan.ts'
import { StoryPlan } from '../plan/story-plan.ts'
import type { StoryPlanner } from '../planner/story-planner.ts'
import { generationOf } from '../project/config.ts'
import { inProject, layout, numbered } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { readSources } from '../context/read-sources.ts'
import { readScene } from '../project/read-project.ts'
import { checkDraft } from '../writer/check-draft.ts'
import type { SceneDraft, SceneWriter, WriteRequest } from '../writer/scene-writer.ts'
import type { StoryExecution } from '../plan/executed-action.ts'
import { runPlan } from './execute-plan.ts'
import { errorFileName, failedAttempts, nextAttempt } from '../project/failed-attempts.ts'
import { describeError, ErrorFile, type TickStage, writeErrorFiles } from './error-file.ts'
import { inTime } from './in-time.ts'
import { basisOf, readPendingPlan } from './pending-plan.ts'
import { settleScene } from './settle-scene.ts'
import { idsAfter, readStagedMemory, storyForTools } from './staged-memory.ts'
import { tickFiles } from './tick-files.ts'

/** What a tick works with. */
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
  /** Nothing where the planner keeps limits of its own; so for the writer. */
  planningTimeoutMs?: number | undefined
  writingTimeoutMs?: number | undefined
}

/** How a tick is run. */
export interface TickOptions {
  /** The plan to run, instead of one of the planner's. */
  plan?: unknown
  /** The tick that failed and shall be tried again, by its last plan unless `plan` is given. */
  retry?: number
  signal?: AbortSignal
  /** Told when a stage begins. */
  onStage?: (stage: TickStage) => void
}

/** What a tick came to. */
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
      /** The error file, relative to the project; nothing where not even that could be written. */
      errorFile: string | undefined
    }

/** What an attempt has come to so far; all that its error file tells. */
interface Attempt {
  tick: number
  attempt: number
  stage: TickStage
  plan: unknown
  execution: StoryExecution
  context: StoryContext | undefined
  answers: ModelAnswer[]
}

/** Runs one tick: plan, execute, write, commit. Nothing reaches the project before the commit, and that is one step. */
export async function runTick(host: TickHost, options: TickOptions): Promise<TickResult> {
  if (needsRecovery(host.folder)) recover(host.folder, host.disk)
  const sources = readSources(host)
  const tick = sources.state.current_tick + 1
  const given = givenPlan(host, tick, options)
  if (given !== undefined) refuseInvalid(given, sources)
  const attempt: Attempt = {
    tick,
    attempt: nextAttempt(host.folder, tick),
    stage: 'context',
    plan: given,
    execution: { success: false, actions_executed: [], errors: [] },
    context: undefined,
    answers: [],
  }
  try {
    return await carryOut(host, attempt, { ...options, sources, given })
  } catch (error) {
    const cause = options.signal?.aborted
      ? new StoryError('cancelled', 'the tick was cancelled', { cause: error })
      : error
    return fail(host, attempt, cause)
  }
}

type Carried = TickOptions & { sources: ContextSources; given: StoryPlan | undefined }

async function carryOut(host: TickHost, attempt: Attempt, options: Carried): Promise<TickResult> {
  const { sources, given, signal, onStage } = options
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
    (await inTime(`the planner "${host.planner.name}"`, { signal, timeoutMs: host.planningTimeoutMs }, (options) =>
      host.planner.plan({ ...sources, context, tick, answers: attempt.answers }, options),
    ))
  attempt.plan = plan
  const warnings = refuseInvalid(plan, sources)

  enter('execute')
  const free = readNextIds(host.folder, memory)
  const { execution, staged } = await execute(host, { attempt, plan, sources, free, signal })

  enter('write')
  const pov = findByIdOrName(staged.memory.characters, plan.pov_character ?? state.active_character)
  if (!pov) throw new StoryError('invalid_project', `the active character ${state.active_character} does not exist`)
  const request: WriteRequest = {
    tick,
    state,
    config,
    plan,
    actions: execution.actions_executed,
    before: memory,
    memory: staged.memory,
    pov,
    location: placeOf(plan, staged.memory, { before: memory, current: pov.current_state.location }),
    previousProse: readLastProse(host.folder, memory),
    answers: attempt.answers,
  }
  const draft: SceneDraft = await inTime(
    `the writer "${host.writer.name}"`,
    { signal, timeoutMs: host.writingTimeoutMs },
    (options) => host.writer.write(request, options),
  )
  const faults = checkDraft(draft, staged.memory)
  if (faults.length > 0)
    throw new StoryError('invalid_answer', `the scene cannot be kept: ${faults.join('; ')}`, { issues: faults })

  enter('commit')
  const at = new Date().toISOString()
  const settled = settleScene(draft, request, staged.nextIds, at)
  const planFile = `${layout.plans}/plan_${numbered(tick)}.json`
  const files = tickFiles(settled, {
    before: memory,
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
  giveBackIds(host, settled.nextIds)
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

/** Runs the plan on a copy of memory that exists in this process alone; the ids it may use are set aside before. */
async function execute(
  host: TickHost,
  run: { attempt: Attempt; plan: StoryPlan; sources: ContextSources; free: NextIds; signal: AbortSignal | undefined },
) {
  const { attempt, plan, sources, free, signal } = run
  const { config, memory, tools } = sources
  const makes = plan.actions.length
  const setAside = {
    ...free,
    character: free.character + makes,
    location: free.location + makes,
    relationship: free.relationship + makes,
  }
  keepNextIds(host.folder, setAside, host.disk)
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
  // One action may make several; the error file names them, whatever fails from here on.
  const used = idsAfter(patches, setAside)
  if (!isDeepStrictEqual(used, setAside)) keepNextIds(host.folder, used, host.disk)
  signal?.throwIfAborted()
  if (!execution.success) {
    const told = execution.errors.join('; ').replace(/\.$/, '')
    throw new StoryError('tool_failed', `${told}. The plan was stopped there.`, {
      issues: execution.errors,
    })
  }
  return { execution, staged: readStagedMemory(story, memory, free) }
}

/** Of the ids set aside, those that the tick did not need are free again. Failing at that only leaves a gap. */
function giveBackIds(host: TickHost, nextIds: NextIds): void {
  try {
    keepNextIds(host.folder, nextIds, host.disk)
  } catch {
    // The ids stay set aside.
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
  // What a planner answered with instead of a plan cannot be run again.
  if (last.stage === 'plan' && listIssues(StoryPlan, last.plan).length > 0) return undefined
  return (last.plan ?? undefined) as StoryPlan | undefined
}

function refuseInvalid(plan: unknown, sources: ContextSources): string[] {
  const { issues, warnings } = checkStoryPlan(plan, sources)
  if (issues.length === 0) return warnings
  throw new StoryError('invalid_plan', `the plan cannot run: ${issues.join('; ')}`, { issues })
}

/** Where the scene is: what the plan says, else what it made, else where its person is. */
function placeOf(
  plan: StoryPlan,
  memory: ContextSources['memory'],
  known: { before: ContextSources['memory']; current?: string },
) {
  const named = plan.target_location ? findByIdOrName(memory.locations, plan.target_location) : undefined
  const made = Object.values(memory.locations).find(({ id }) => !known.before.locations[id])
  return named ?? made ?? (known.current === undefined ? undefined : memory.locations[known.current])
}

function readLastProse(folder: string, memory: ContextSources['memory']): string {
  const last = Object.values(memory.scenes).at(-1)
  if (last === undefined) return ''
  try {
    return readScene(folder, last).prose
  } catch {
    return ''
  }
}

/** Keeps what failed for whoever mends it, and which ids it used; the project itself is as it was. */
function fail(host: TickHost, attempt: Attempt, error: unknown): TickResult {
  const described = describeError(error)
  let errorFile: string | undefined
  try {
    errorFile = writeErrorFiles(host.folder, { ...attempt, error, planner: host.planner.name }, host.disk)
  } catch (second) {
    described.message += ` (and the error file could not be written: ${(second as Error).message})`
  }
  const { type, code, message } = described
  return {
    ok: false,
    tick: attempt.tick,
    attempt: attempt.attempt,
    stage: attempt.stage,
    error: { type, code, message },
    errorFile,
  }
}
