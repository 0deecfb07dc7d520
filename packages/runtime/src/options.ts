import type { ExecutorOptions } from '@narratoria/executor'
import type { NarratorOptions, Planner } from '@narratoria/planner'
import type { JsonObject } from '@narratoria/protocol'
import type { RoleModels } from './models/role-models.ts'
import type { DispatchTurn, TurnsElsewhere } from './session/dispatch.ts'
import type { Logger, Trace } from './session/turn-observer.ts'
import type { SessionStore } from './store/session-store.ts'
import type { Telemetry } from './telemetry/telemetry.ts'
import type { HostEndpoint } from './tools/describe-skill-tool.ts'
import type { HostSkill, HostTool } from './tools/host-tools.ts'
import type { Campaigns } from './world/campaigns.ts'

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
