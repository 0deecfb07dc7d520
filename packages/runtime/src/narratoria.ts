import { randomUUID } from 'node:crypto'
import { Executor, type ExecutorOptions } from '@narratoria/executor'
import type { JsonObject, Plan } from '@narratoria/protocol'
import {
  type Execute,
  Narrator,
  type NarratorOptions,
  type Planner,
  StubPlanner,
  modelChecks,
} from '@narratoria/planner'
import { fitsAnyPrompt, type SkillRegistry, type SkillSnapshot, openSkills } from '@narratoria/skills'
import { RuntimeError } from './errors.ts'
import { Maintenance } from './maintenance/maintenance.ts'
import { OpenTurns } from './session/open-turns.ts'
import { Session, type SessionParts } from './session/session.ts'
import { MemorySessionStore } from './store/memory-store.ts'
import type { NewSession, SessionRecord, SessionStore } from './store/session-store.ts'
import { describeSkillTool, type HostEndpoint } from './tools/describe-skill-tool.ts'
import { untilAborted } from './until-aborted.ts'

/** Options of a host. */
export interface NarratoriaOptions {
  /** Folders that hold skills, the most important first. */
  skillRoots: readonly string[]
  /** Where settings and data go that cannot live in a skill's own folder. */
  home: string
  /** Who plans; the stub planner unless told. */
  planner?: Planner
  /** Where sessions live, closed with the host; in memory unless told. */
  store?: SessionStore
  /** Bounds of the executor. */
  executor?: Pick<
    ExecutorOptions,
    'maxConcurrency' | 'toolTimeoutMs' | 'planTimeoutMs' | 'shutdownTimeoutMs' | 'limits' | 'assetRoots' | 'cwd'
  >
  /** Bounds of the narrator. */
  narrator?: Pick<NarratorOptions, 'maxGenerations' | 'maxExecutions' | 'turnTimeoutMs' | 'planningTimeoutMs'>
  /** An OpenAI-compatible endpoint of a local model that the skills' scripts may use. */
  modelEndpoint?: HostEndpoint
  /** Whether a skill folder that is added, changed or removed takes effect at once; not unless told. */
  watchSkills?: boolean
}

/** What a session is created with where there is none. */
export type NewStory = Partial<Pick<NewSession, 'title' | 'opening' | 'initialState'>>

/** A running host: its skills, its sessions, and the way to play them. */
export interface Narratoria {
  readonly skills: SkillRegistry
  readonly store: SessionStore
  /**
   * Opens the session of that id or name; creates one of that name where there is none, or a nameless one. A session
   * that this host has open is the same one, closed when it was closed as often as it was opened.
   *
   * @throws {RuntimeError} `session_in_use` while another host has it open
   */
  openSession(idOrName?: string, story?: NewStory): Promise<Session>
  /** Every stored session, the one played last first. */
  listSessions(): Promise<SessionRecord[]>
  /** The first plan for a prompt in a new story; nothing runs. */
  plan(prompt: string, options?: { disabledSkills?: readonly string[]; signal?: AbortSignal }): Promise<Plan>
  /**
   * Waits for running tools, at most the shutdown time, then ends everything. A turn whose tools came to their end is
   * stored; one that still had something to do is broken off as if its player had done it.
   */
  close(): Promise<void>
}

/**
 * Opens a host. Close it when done; no process outlives it.
 *
 * @throws {RangeError} a bound of the executor or the narrator is no number that it could be
 */
export async function createNarratoria(options: NarratoriaOptions): Promise<Narratoria> {
  const fallback = new StubPlanner()
  const planner = options.planner ?? fallback
  const narratorWith = (execute: Execute) => new Narrator({ ...options.narrator, planner, fallback, execute })
  const executor = new Executor(options.executor)
  // Each turn gets a narrator of its own; bounds that none takes are refused now.
  narratorWith((plan) => executor.execute(plan))
  const maintainer = new Executor({ ...options.executor, maxConcurrency: 1 })
  const skills = await openSkills({
    roots: options.skillRoots,
    home: options.home,
    watch: options.watchSkills ?? false,
    checkScript: modelChecks.checkScript,
  })
  if (options.modelEndpoint) skills.addSecrets([options.modelEndpoint.token])
  const store = options.store ?? new MemorySessionStore()
  const turns = new OpenTurns()

  /** Everything that an execution needs to know of the skills that a turn started with. */
  const toolsOf = (turnSkills: SkillSnapshot) => ({
    roots: turnSkills.list().flatMap((skill) => (skill.enabled ? [skill.path] : [])),
    describeTool: (toolPath: string) => {
      const host = options.modelEndpoint
      const tool = describeSkillTool(toolPath, { turnSkills, host })
      // What a script is given it can tell: its token is a secret like any other.
      if (host) skills.addSecrets([host.token, tool?.request?.host?.token].filter((token) => token !== undefined))
      return tool
    },
  })

  const maintenance = new Maintenance({
    executor: maintainer,
    skills,
    toolsOf,
  })
  // A process that waits has read files that may be others now.
  skills.on('changed', () => void executor.dropPrewarmed())

  const narratorFor: SessionParts['narratorFor'] = (turnSkills, state, stop) => {
    warmUp(turnSkills, state)
    return narratorWith((plan, request) => {
      // Nothing starts any more, and what would come of planning again could not start either.
      if (turns.closed.aborted) stop.abort()
      return executor.execute(plan, { ...request, ...toolsOf(turnSkills) })
    })
  }

  // What every turn of this session needs starts while the plan is made: what recalls first, and what narrates.
  function warmUp(turnSkills: SkillSnapshot, state: JsonObject): void {
    const scripts = turnSkills.available().flatMap((skill) => skill.scripts.filter(({ prewarm }) => prewarm))
    const recalling = scripts.filter((script) => script.stage === 'recall' && fitsAnyPrompt(script, state))
    const narrating = scripts.filter((script) => script.stage === 'narrate').slice(0, 1)
    // A tool that cannot be started early says why when it is started for real.
    for (const { path } of [...recalling, ...narrating]) executor.prewarm(path, toolsOf(turnSkills)).catch(() => {})
  }

  const open = new Map<string, Promise<Session>>()

  async function openSession(idOrName?: string, story: NewStory = {}): Promise<Session> {
    turns.refuseIfClosed()
    const record = await findOrCreate(idOrName, story)
    const known = open.get(record.sessionId)
    if (known) {
      const shared = (await known).share()
      return shared ?? openSession(record.sessionId)
    }
    const session = hold(record)
    open.set(record.sessionId, session)
    return session
  }

  async function findOrCreate(idOrName: string | undefined, story: NewStory): Promise<SessionRecord> {
    const find = async () => (idOrName === undefined ? undefined : store.findSession(idOrName))
    const found = await find()
    if (found) return found
    try {
      return await store.createSession({
        ...story,
        title: story.title ?? idOrName ?? 'Untitled story',
        sessionId: randomUUID(),
        name: idOrName ?? null,
        createdAt: Date.now(),
      })
    } catch (error) {
      // Somebody else may have opened it at the same time.
      const taken = RuntimeError.isInstance(error) && error.code === 'name_taken'
      const made = taken ? await find() : undefined
      if (!made) throw error
      return made
    }
  }

  async function hold(record: SessionRecord): Promise<Session> {
    const onClose = () => open.delete(record.sessionId)
    try {
      const lock = await store.lockSession(record.sessionId)
      return new Session(record, { store, skills, lock, turns, narratorFor, maintenance, onClose })
    } catch (error) {
      onClose()
      throw error
    }
  }

  let closing: Promise<void> | undefined

  async function close(): Promise<void> {
    turns.close()
    await Promise.all([executor.close(), maintenance.close()])
    await turns.end(options.executor?.shutdownTimeoutMs ?? 5_000)
    await skills.close()
    await store.close()
  }

  return {
    skills,
    store,
    openSession,
    listSessions: () => store.listSessions(),
    async plan(prompt, { disabledSkills = [], signal } = {}) {
      turns.refuseIfClosed()
      const request = {
        prompt,
        state: {},
        recentTurns: [],
        skills: skills.available(),
        disabledSkills,
        attempt: 1,
        parentPlanId: null,
      }
      const ended = signal ? AbortSignal.any([signal, turns.closed]) : turns.closed
      return untilAborted(ended, () => planner.plan(request, { signal: ended }))
    },
    close: () => (closing ??= close()),
  }
}
