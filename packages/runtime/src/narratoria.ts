import type { Plan } from '@narratoria/protocol'
import { requireNode } from '@narratoria/protocol/require-node'
import type { SkillRegistry } from '@narratoria/skills'
import { AssetInbox } from './assets/asset-inbox.ts'
import { checkOptions, checkSkillRoots } from './check-options.ts'
import { defaultHome, defaultSkillRoots } from './defaults.ts'
import { FollowUps } from './follow-ups/follow-ups.ts'
import {
  closing,
  executorsOf,
  narratorsOf,
  openHostSkills,
  openModels,
  plannersOf,
  prewarming,
  tracing,
} from './host-parts.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import { keysOf } from './models/role-models.ts'
import type { NarratoriaOptions } from './options.ts'
import { type NewStory, OpenSessions } from './session/open-sessions.ts'
import type { Session } from './session/session.ts'
import { turnObserver } from './session/turn-observer.ts'
import { type PlayedTurn, TurnStream } from './session/turn-stream.ts'
import { MemorySessionStore } from './store/memory-store.ts'
import type { SessionRecord, SessionStore } from './store/session-store.ts'
import { toolsOf } from './tools/turn-tools.ts'
import { untilAborted } from './until-aborted.ts'
import { SessionWorlds } from './world/session-worlds.ts'

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
  /** Calls `listener` with the id of each session in which any host of the same store begins a turn. Returns a function that removes it. */
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
  const { skillRoots = defaultSkillRoots(), home = defaultHome() } = options
  const store: SessionStore = options.store ?? new MemorySessionStore()
  const { models: roles = {}, elsewhere, telemetry } = options
  checkSkillRoots(skillRoots, { home, watch: options.watchSkills === true })
  const hostClosed = new AbortController()
  const executors = executorsOf(options)
  const traced = tracing(telemetry, (value) => skills.maskSecrets(value))
  const planners = plannersOf(options, traced)
  const narratorFor = narratorsOf(options, planners, executors.turns)
  const models = await openModels(options, traced)
  const { skills, unwatch } = await openHostSkills(options, { skillRoots, home, executor: executors.turns })
  // A player may write a token before any tool gets it.
  skills.addSecrets([...keysOf(roles), models.endpoint()?.token ?? []].flat())
  const tools = toolsOf(skills, models.endpoint)
  const maintenance = new Maintenance({ executor: executors.maintenance, skills, toolsOf: tools })
  const worlds = new SessionWorlds({ campaigns: options.campaigns, home })
  const followUps = new FollowUps({ store, skills, worlds, model: models.narrating })
  const inbox = new AssetInbox(store.assetFolder)
  const sessions = new OpenSessions({
    store,
    home,
    dispatch: options.dispatch,
    observe: turnObserver(options),
    inbox,
    skills,
    maintenance,
    ...(options.followUps !== false && { followUps }),
    ...prewarming(executors.turns, { tools, hostClosed: hostClosed.signal }),
    worlds,
    executor: executors.turns,
    toolsOf: tools,
    narratorFor,
    telemetry,
    hostClosed: hostClosed.signal,
  })
  const shutdownTimeoutMs = options.executor?.shutdownTimeoutMs ?? 5_000
  const parts = { executors, maintenance, sessions, followUps, worlds, inbox, skills, unwatch, models, store }
  const close = closing(hostClosed, { ...parts, shutdownTimeoutMs })

  return {
    skills,
    store,
    home,
    openSession: (idOrName, story = {}) => sessions.open(idOrName, story),
    async follow(sessionId, { signal = new AbortController().signal } = {}) {
      const run = await elsewhere?.find(sessionId)
      const stream = new TurnStream()
      return run && stream.endWith(run(stream.push, signal))
    },
    onTurnStarted: (listener) => elsewhere?.onStarted(listener) ?? (() => {}),
    listSessions: () => store.listSessions(),
    async plan(prompt, { disabledSkills = [], signal } = {}) {
      const ended = signal ? AbortSignal.any([signal, hostClosed.signal]) : hostClosed.signal
      const request = { prompt, state: {}, recentTurns: [], skills: skills.available(), disabledSkills }
      const first = { ...request, attempt: 1, parentPlanId: null }
      ended.throwIfAborted()
      return untilAborted(ended, planners.planner.plan(first, { signal: ended }))
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}
