import { Executor } from '@narratoria/executor'
import { ContinuationPlanner, modelChecks, Narrator, type Planner, StubPlanner } from '@narratoria/planner'
import { type SkillRegistry, openSkills } from '@narratoria/skills'
import type { AssetInbox } from './assets/asset-inbox.ts'
import { RuntimeError } from './errors.ts'
import type { FollowUps } from './follow-ups/follow-ups.ts'
import type { Maintenance } from './maintenance/maintenance.ts'
import { endpointOf, languageModelOf, modelAt, plannerOf, type WrapModel } from './models/role-models.ts'
import type { NarratoriaOptions } from './options.ts'
import type { OpenSessions } from './session/open-sessions.ts'
import type { TurnParts } from './session/play-turn.ts'
import type { SessionStore } from './store/session-store.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import { findToolIn, skillOf, skillsOf } from './tools/host-tools.ts'
import { prewarmScripts, type ToolsOf } from './tools/turn-tools.ts'
import type { SessionWorlds } from './world/session-worlds.ts'

/** Time in milliseconds after a turn until the processes of the next one are started. */
const prewarmDelayMs = 50

/** The executor of the turns, and that of the maintenance between them, which runs one tool at a time. */
export function executorsOf({ executor, tools = [], hostSkills = [] }: NarratoriaOptions) {
  const findTool = (name: string) => findToolIn(hostSkills, name)
  return {
    turns: new Executor({ ...executor, tools, findTool }),
    maintenance: new Executor({ ...executor, maxConcurrency: 1 }),
  }
}

/** Returns a function that wraps a model so that its requests are traced, with secrets redacted. */
export function tracing(telemetry: Telemetry | undefined, maskSecrets: <Value>(value: Value) => Value): WrapModel {
  return (model) => telemetry?.model(model, { mask: maskSecrets }) ?? model
}

interface Planners {
  planner: Planner
  /** Plans when `planner` has failed. */
  fallback: Planner
}

/** The planner of the turns, and the one that needs no model. */
export function plannersOf({ planner, models = {} }: NarratoriaOptions, traced: WrapModel): Planners {
  const stub = new StubPlanner()
  const chosen = planner ?? plannerOf(models, traced) ?? stub
  return { planner: new ContinuationPlanner(chosen), fallback: new ContinuationPlanner(stub) }
}

/**
 * Returns the function that gives every turn a narrator of its own.
 *
 * @throws {RangeError} if a limit is out of range
 */
export function narratorsOf(
  { narrator }: NarratoriaOptions,
  planners: Planners,
  executor: Executor,
): TurnParts['narratorFor'] {
  const narratorFor: TurnParts['narratorFor'] = (execute, span) => {
    const { planner, fallback } = planners
    const traced = span ? { planner: span.planner(planner), fallback: span.planner(fallback) } : planners
    return new Narrator({ ...narrator, ...traced, execute })
  }
  // Invalid limits are refused now.
  narratorFor((plan) => executor.execute(plan), undefined)
  return narratorFor
}

/** The model of the role `narrator`, and the endpoint at which the scripts of skills find it. Both may change. */
export async function openModels(options: NarratoriaOptions, traced: WrapModel) {
  const { models = {} } = options
  const own = await endpointOf(models, traced)
  const narrating = models.narrator && traced(languageModelOf(models.narrator))
  return {
    endpoint: () => options.modelEndpoint ?? own,
    narrating: () => (options.modelEndpoint ? traced(modelAt(options.modelEndpoint)) : narrating),
    close: async () => own?.close({ force: true }),
  }
}

/** Opens the skills in folders and those of the host. `unwatch` ends the following of the latter. */
export async function openHostSkills(
  options: NarratoriaOptions,
  { skillRoots, home, executor }: { skillRoots: readonly string[]; home: string; executor: Executor },
): Promise<{ skills: SkillRegistry; unwatch: () => void }> {
  const { hostSkills = [], tools = [], skillSettings, logger } = options
  const skills = await openSkills({
    roots: skillRoots,
    home,
    watch: options.watchSkills ?? false,
    skills: () => [...skillsOf(tools), ...hostSkills.map(skillOf)],
    ...(skillSettings && { settings: skillSettings }),
    checkScript: modelChecks.checkScript,
  })
  const watched = hostSkills.map((skill) => skill.onChanged?.(() => void skills.reload().catch(() => {})))
  // A waiting process may have read a previous version of its files.
  skills.on('changed', () => void executor.dropPrewarmed())
  for (const { path, message } of logger ? skills.warnings : []) logger?.warn(`${path}: ${skills.maskSecrets(message)}`)
  const unwatch = () => {
    for (const stop of watched) stop?.()
  }
  return { skills, unwatch }
}

/** Starts the processes of the next turn: at once, or a moment after a turn. */
export function prewarming(
  executor: Executor,
  { tools, hostClosed }: { tools: ToolsOf; hostClosed: AbortSignal },
): Pick<TurnParts, 'prewarm' | 'prewarmLater'> {
  const prewarm: TurnParts['prewarm'] = (turnSkills, before) => prewarmScripts(executor, tools, turnSkills, before)
  const prewarmLater: TurnParts['prewarm'] = (turnSkills, before) => {
    // A host that is closed after its turn starts nothing.
    const start = () => {
      if (!hostClosed.aborted) prewarm(turnSkills, before)
    }
    setTimeout(start, prewarmDelayMs).unref()
  }
  return { prewarm, prewarmLater }
}

/** What a host closes, in this order. */
interface ClosedParts {
  executors: ReturnType<typeof executorsOf>
  maintenance: Maintenance
  sessions: OpenSessions
  followUps: FollowUps
  worlds: SessionWorlds
  inbox: AssetInbox
  skills: SkillRegistry
  unwatch: () => void
  models: { close: () => Promise<void> }
  store: SessionStore
  /** Milliseconds for the tools of the turns that are played. */
  shutdownTimeoutMs: number
}

/** Returns the function that closes a host. */
export function closing(hostClosed: AbortController, parts: ClosedParts) {
  const { executors, maintenance, sessions, followUps, worlds, inbox, skills, models, store } = parts
  let closed: Promise<void> | undefined
  async function closeParts(): Promise<void> {
    await Promise.all([executors.turns.close(), maintenance.close()])
    await sessions.cancelTurns(parts.shutdownTimeoutMs)
    await followUps.close({ force: false })
    parts.unwatch()
    await worlds.close()
    await inbox.close()
    await skills.close()
    await models.close()
    await store.close()
  }
  return async ({ force = false }: { force?: boolean } = {}): Promise<void> => {
    hostClosed.abort(new RuntimeError('session_closed', 'The host of this story was closed; open a new one.'))
    if (force)
      void Promise.allSettled([
        sessions.cancelTurns(0),
        followUps.close({ force: true }),
        executors.turns.close({ force: true }),
        executors.maintenance.close({ force: true }),
      ])
    await (closed ??= closeParts())
  }
}
