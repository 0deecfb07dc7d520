import { Executor, type ExecutorOptions } from '@narratoria/executor'
import type { JsonObject, Plan } from '@narratoria/protocol'
import { requireNode } from '@narratoria/protocol/require-node'
import {
  ContinuationPlanner,
  type Execute,
  Narrator,
  type NarratorOptions,
  type Planner,
  StubPlanner,
  modelChecks,
} from '@narratoria/planner'
import { type SkillRegistry, openSkills } from '@narratoria/skills'
import { checkOptions, checkSkillRoots } from './check-options.ts'
import { AssetInbox } from './assets/asset-inbox.ts'
import { defaultHome, defaultSkillRoots } from './defaults.ts'
import { RuntimeError } from './errors.ts'
import { FollowUps } from './follow-ups/follow-ups.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import {
  endpointOf,
  keysOf,
  languageModelOf,
  modelAt,
  plannerOf,
  type RoleModels,
  type WrapModel,
} from './models/role-models.ts'
import { type NewStory, OpenSessions } from './session/open-sessions.ts'
import type { DispatchTurn, TurnsElsewhere } from './session/dispatch.ts'
import type { TurnParts } from './session/play-turn.ts'
import type { Session } from './session/session.ts'
import { type PlayedTurn, TurnStream } from './session/turn-stream.ts'
import { type Logger, type Trace, turnObserver } from './session/turn-observer.ts'
import { MemorySessionStore } from './store/memory-store.ts'
import type { SessionRecord, SessionStore } from './store/session-store.ts'
import type { Telemetry, TurnTelemetry } from './telemetry/telemetry.ts'
import type { HostEndpoint } from './tools/describe-skill-tool.ts'
import { findToolIn, type HostSkill, type HostTool, skillOf, skillsOf } from './tools/host-tools.ts'
import { attemptsOf, prewarmScripts, toolsOf } from './tools/turn-tools.ts'
import { untilAborted } from './until-aborted.ts'
import type { Campaigns } from './world/campaigns.ts'
import { SessionWorlds } from './world/session-worlds.ts'

/** Time in milliseconds after a turn until the processes of the next one are started. */
const prewarmDelayMs = 50

/** Options of a host. */
export interface NarratoriaOptions {
  /**
   * Folders that hold skills, in descending priority. They are only read. Each must exist, except `skills` in the home. Defaults to the
   * shipped skills.
   */
  skillRoots?: readonly string[]
  /**
   * Folder for the settings, data and health of skills, and for compiled worlds. Hosts with different homes share none of them, so a
   * server opens one host for each tenant. Defaults to the environment variable `NARRATORIA_HOME`, or else `.narratoria` in the
   * user's home folder.
   */
  home?: string
  /** The campaigns that sessions can be played in. Defaults to none. */
  campaigns?: Campaigns
  /**
   * The language models of the roles `planner` and `narrator`: connections, or any objects with the interface `LanguageModel`.
   * Defaults to none.
   */
  models?: RoleModels
  /** Makes the plans. Defaults to a `ModelPlanner` with the model of the role, or else a `StubPlanner`. */
  planner?: Planner
  /** Stores sessions. It is closed with the host. Defaults to a `MemorySessionStore`. */
  store?: SessionStore
  /** Plays the turns of this host elsewhere; `openClusterHost` of `@narratoria/cluster` sets it. Defaults to playing them here. */
  dispatch?: DispatchTurn
  /** The turns that other hosts of the same store play. Defaults to none. */
  elsewhere?: TurnsElsewhere
  /** Tools of the host that run as functions in this process. They are not isolated from it. Defaults to none. */
  tools?: readonly HostTool[]
  /** Skills of the host whose tools run as functions in this process, and may come and go. Defaults to none. */
  hostSkills?: readonly HostSkill[]
  /** Settings of skills by the name of the skill. They precede the saved ones and are not saved. Defaults to none. */
  skillSettings?: Readonly<Record<string, JsonObject>>
  /** Logs warnings, tools' logs and the ends of turns, with secrets redacted: `console`, for example. Defaults to no log. */
  logger?: Logger
  /** Called with each event of each turn, with secrets redacted. Defaults to nothing. */
  trace?: Trace
  /** Receives turns, plans, attempts and requests of models as they begin and end: `openTelemetry()` of `./telemetry`. Defaults to none. */
  telemetry?: Telemetry
  /** Limits of the executor, and the runners of tools in processes. */
  executor?: Pick<
    ExecutorOptions,
    | 'runner'
    | 'sandboxRunner'
    | 'maxConcurrency'
    | 'maxStateChange'
    | 'toolTimeoutMs'
    | 'planTimeoutMs'
    | 'shutdownTimeoutMs'
    | 'limits'
    | 'assetRoots'
    | 'cwd'
  >
  /** Limits of the narrator. */
  narrator?: Pick<NarratorOptions, 'maxGenerations' | 'maxExecutions' | 'turnTimeoutMs' | 'planningTimeoutMs'>
  /** An OpenAI-compatible endpoint for the scripts of skills. It may change. Defaults to one of the model of the role `narrator`. */
  modelEndpoint?: HostEndpoint
  /**
   * Whether the model of the role `narrator` is asked after each turn that it narrated, in the background: what the narration established,
   * and for further choices. Defaults to true.
   */
  followUps?: boolean
  /** Whether skills are reloaded when their folders change. Defaults to false. */
  watchSkills?: boolean
}

/** A running host: its skills, its stored sessions, and the way to play them. */
export interface Narratoria extends AsyncDisposable {
  readonly skills: SkillRegistry
  readonly store: SessionStore
  /** The folder of its settings and of what skills store. */
  readonly home: string
  /**
   * Opens the session with that id or name. If there is none, creates it with `story`; without a name, it always creates
   * one. Opening an open session returns the same object, which then needs one more `close`.
   *
   * @throws {RuntimeError} `session_in_use` while another host has it open, `session_closed` after `close`,
   *   `unknown_campaign`
   */
  openSession(idOrName?: string, story?: NewStory): Promise<Session>
  /**
   * Follows the turn that any host of the same store plays in a session, from its first event. Resolves to undefined if there is none. Leaving
   * it does not end the turn; `signal` cancels it.
   */
  follow(sessionId: string, options?: { signal?: AbortSignal }): Promise<PlayedTurn | undefined>
  /** Calls `listener` with the id of each session in which any host of the same store begins a turn. Returns what ends this. */
  onTurnStarted(listener: (sessionId: string) => void): () => void
  /** Returns every stored session, the one played last first. */
  listSessions(): Promise<SessionRecord[]>
  /** Returns the first plan for a prompt in a new story. Nothing runs. */
  plan(prompt: string, options?: { disabledSkills?: readonly string[]; signal?: AbortSignal }): Promise<Plan>
  /**
   * Refuses new turns, lets running tools finish within `executor.shutdownTimeoutMs`, then closes everything. A turn
   * whose tools finished is stored; a turn that needs to start another tool or plan is cancelled. With `force`, all
   * turns are cancelled at once. `force` defaults to false.
   */
  close(options?: { force?: boolean }): Promise<void>
}

/**
 * Opens a host. Close it after use; no process outlives it.
 *
 * @throws {TypeError} if an option is unknown or has a wrong type
 * @throws {RangeError} if a limit of the executor or the narrator is out of range
 * @throws {RuntimeError} `unknown_skill_root` if a skill root does not exist
 * @throws {LanguageModelError} `key_missing` if the key of a connection is not set
 * @example
 * ```ts
 * import { createNarratoria } from '@narratoria/runtime'
 *
 * const host = await createNarratoria({ skillRoots: [], home: '.narratoria' })
 * const session = await host.openSession('first-story')
 * const turn = session.play('I light the torch')
 * for await (const event of turn) if (event.type === 'narration') console.log(event.text)
 * const { status, narrative } = await turn.result
 * await host.close()
 * if (status !== 'stored' || narrative === '') throw new Error('The turn has no narrative.')
 * ```
 */
export async function createNarratoria(options: NarratoriaOptions = {}): Promise<Narratoria> {
  requireNode()
  checkOptions(options)
  const { skillRoots = defaultSkillRoots(), home = defaultHome(), models = {}, tools: hostTools = [], logger } = options
  const { hostSkills = [] } = options
  checkSkillRoots(skillRoots, { home, watch: options.watchSkills === true })
  const hostClosed = new AbortController()
  const findTool = (name: string) => findToolIn(hostSkills, name)
  const executor = new Executor({ ...options.executor, tools: hostTools, findTool })
  const maintenanceExecutor = new Executor({ ...options.executor, maxConcurrency: 1 })
  const stub = new StubPlanner()
  const fallback = new ContinuationPlanner(stub)
  const { telemetry } = options
  const traced: WrapModel = (model) => telemetry?.model(model, { mask: (value) => skills.maskSecrets(value) }) ?? model
  const planner = new ContinuationPlanner(options.planner ?? plannerOf(models, traced) ?? stub)
  const narratorWith = (execute: Execute, span?: TurnTelemetry) => {
    const planners = span ? { planner: span.planner(planner), fallback: span.planner(fallback) } : { planner, fallback }
    return new Narrator({ ...options.narrator, ...planners, execute })
  }
  // Every turn has its own narrator; invalid limits are refused now.
  narratorWith((plan) => executor.execute(plan))
  const endpoint = await endpointOf(models, traced)
  const store: SessionStore = options.store ?? new MemorySessionStore()
  const skills = await openSkills({
    roots: skillRoots,
    home,
    watch: options.watchSkills ?? false,
    skills: () => [...skillsOf(hostTools), ...hostSkills.map(skillOf)],
    ...(options.skillSettings && { settings: options.skillSettings }),
    checkScript: modelChecks.checkScript,
  })
  const unwatch = hostSkills.map((skill) => skill.onChanged?.(() => void skills.reload().catch(() => {})))
  // A waiting process may have read a previous version of its files.
  skills.on('changed', () => void executor.dropPrewarmed())

  const currentEndpoint = () => options.modelEndpoint ?? endpoint
  // A player may write a token before any tool gets it.
  skills.addSecrets([...keysOf(models), currentEndpoint()?.token ?? []].flat())
  const tools = toolsOf(skills, currentEndpoint)
  const maintenance = new Maintenance({ executor: maintenanceExecutor, skills, toolsOf: tools })
  const narratorFor: TurnParts['narratorFor'] = (turnSkills, { stop, story, span, assetRoots }) =>
    narratorWith((plan, request) => {
      // A closing host starts no tools, so planning again would not help either.
      if (hostClosed.signal.aborted) stop.abort()
      const turnOptions = { ...tools(turnSkills, story), ...attemptsOf(turnSkills, span), assetRoots }
      return executor.execute(plan, { ...request, ...turnOptions })
    }, span)
  const prewarm: TurnParts['prewarm'] = (turnSkills, before) => prewarmScripts(executor, tools, turnSkills, before)
  const prewarmLater: TurnParts['prewarm'] = (turnSkills, before) => {
    // A host that is closed after its turn starts nothing.
    const start = () => {
      if (!hostClosed.signal.aborted) prewarm(turnSkills, before)
    }
    setTimeout(start, prewarmDelayMs).unref()
  }
  const worlds = new SessionWorlds({ campaigns: options.campaigns, home })
  const narratingModel = models.narrator && traced(languageModelOf(models.narrator))
  const followUps = new FollowUps({
    store,
    skills,
    worlds,
    model: () => (options.modelEndpoint ? traced(modelAt(options.modelEndpoint)) : narratingModel),
  })
  const inbox = new AssetInbox(store.assetFolder)
  for (const { path, message } of logger ? skills.warnings : []) logger?.warn(`${path}: ${skills.maskSecrets(message)}`)
  const sessions = new OpenSessions({
    store,
    home,
    dispatch: options.dispatch,
    observe: turnObserver(options),
    inbox,
    skills,
    maintenance,
    ...(options.followUps !== false && { followUps }),
    prewarm,
    prewarmLater,
    worlds,
    narratorFor,
    telemetry,
    hostClosed: hostClosed.signal,
  })

  let closing: Promise<void> | undefined
  async function closeParts(): Promise<void> {
    await Promise.all([executor.close(), maintenance.close()])
    await sessions.cancelTurns(options.executor?.shutdownTimeoutMs ?? 5_000)
    await followUps.close({ force: false })
    for (const stop of unwatch) stop?.()
    await worlds.close()
    await inbox.close()
    await skills.close()
    await endpoint?.close({ force: true })
    await store.close()
  }
  async function close({ force = false }: { force?: boolean } = {}): Promise<void> {
    hostClosed.abort(new RuntimeError('session_closed', 'The host of this story was closed; open a new one.'))
    if (force)
      void Promise.allSettled([
        sessions.cancelTurns(0),
        followUps.close({ force: true }),
        executor.close({ force: true }),
        maintenanceExecutor.close({ force: true }),
      ])
    await (closing ??= closeParts())
  }

  return {
    skills,
    store,
    home,
    openSession: (idOrName, story = {}) => sessions.open(idOrName, story),
    async follow(sessionId, { signal = new AbortController().signal } = {}) {
      const run = await options.elsewhere?.find(sessionId)
      return run && new TurnStream((emit) => run(emit, signal))
    },
    onTurnStarted: (listener) => options.elsewhere?.onStarted(listener) ?? (() => {}),
    listSessions: () => store.listSessions(),
    async plan(prompt, { disabledSkills = [], signal } = {}) {
      const ended = signal ? AbortSignal.any([signal, hostClosed.signal]) : hostClosed.signal
      const request = { prompt, state: {}, recentTurns: [], skills: skills.available(), disabledSkills }
      return untilAborted(ended, () => planner.plan({ ...request, attempt: 1, parentPlanId: null }, { signal: ended }))
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}
