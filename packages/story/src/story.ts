import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Executor, WorkerRunner } from '@narratoria/executor'
import { describeSkillTool } from '@narratoria/runtime/tools'
import { openSkills, type SkillRegistry } from '@narratoria/skills'
import { needsRecovery, recover } from './commit/commit.ts'
import { lockProject, type ProjectLock } from './commit/project-lock.ts'
import { type Undone, undoLast } from './commit/undo.ts'
import { editScenes, type EditedScenes, type SceneEdit } from './edit/edit-scenes.ts'
import { type EditedScene, insertScene, rewriteScene } from './edit/write-again.ts'
import { StoryError } from './errors.ts'
import { type Disk, systemDisk } from './files/disk.ts'
import { inProject, layout } from './files/layout.ts'
import { type Backends, openBackends, type OpenWriter } from './open-backends.ts'
import type { StoryPlanner } from './planner/story-planner.ts'
import { answerTokens } from './model/ask-for.ts'
import { generationOf, readConfig, type StoryConfig } from './project/config.ts'
import { failedAttempts } from './project/failed-attempts.ts'
import type { CallLimits, CallProgress } from './model/meter.ts'
import { readState } from './project/state.ts'
import { type Preview, preview } from './tick/preview.ts'
import { runTick, type TickHost, type TickOptions, type TickResult } from './tick/run-tick.ts'
import { SoftFailureRunner } from './tick/soft-failure-runner.ts'
import type { SceneWriter } from './writer/scene-writer.ts'

/** Options of {@link openStory}. */
export interface StoryOptions {
  /** The project folder. */
  folder: string
  /** Folders that contain skills, highest priority first. One of them must contain `story-world`. */
  skillRoots: readonly string[]
  /** Folder for settings and data that are not stored in a skill's own folder. */
  home: string
  /**
   * Opens the model of the role `writer` with room for `contextTokens`; resolves to `undefined` if there is none. Called before
   * the first tick if the project's `config.json` needs it. The story closes the model. Defaults to no model.
   */
  openWriter?: OpenWriter
  /** The planner. Defaults to the backend that the project's `config.json` names. */
  planner?: StoryPlanner
  /** The writer. Defaults to the backend that the project's `config.json` names. */
  writer?: SceneWriter
  /**
   * Time limit in milliseconds for one answer of `planner` or `writer`. The tick fails when it is exceeded. Defaults to
   * 600,000. Backends from `config.json` have their own limits.
   */
  answerTimeoutMs?: number
  /** Time limit in milliseconds for one attempt of one tool. Defaults to 30,000. */
  toolTimeoutMs?: number
  /** Path of the worker program that runs a local model. Defaults to the one in `@narratoria/planner`. */
  modelWorkerPath?: string
  /** @internal The file system, replaceable by tests. */
  disk?: Disk
}

/**
 * Opens a project for writing, and completes or removes what a killed writer left behind. Only one writer can have a project
 * open.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createProject, openStory } from '@narratoria/story'
 *
 * const home = mkdtempSync(join(tmpdir(), 'novels-'))
 * const folder = join(home, 'novel')
 * createProject(folder, { premise: 'A street that is on no map.' })
 * const story = await openStory({ folder, skillRoots: ['../../skills'], home })
 * try {
 *   const result = await story.tick()
 *   assert.ok(result.ok)
 *   assert.equal(result.scene.id, 'S001')
 * } finally {
 *   await story.close()
 * }
 * ```
 *
 * @throws {StoryError} `project_not_found`, `project_locked`, `invalid_project`
 * @throws {RangeError} if a time limit is negative or not a number
 */
export async function openStory(options: StoryOptions): Promise<Story> {
  const disk = options.disk ?? systemDisk
  const folder = resolve(options.folder)
  if (!existsSync(inProject(folder, layout.state)) && !needsRecovery(folder))
    throw new StoryError(
      'project_not_found',
      `there is no story project in ${folder}; create one with: narratoria story new NAME`,
    )
  const answerTimeoutMs = checkLimit(options.answerTimeoutMs ?? 600_000)
  const lock = lockProject(folder, disk)
  try {
    const skills = await openSkills({ roots: options.skillRoots, home: options.home })
    return new Story({ ...options, folder, answerTimeoutMs }, { lock, skills, disk })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The limits of one scene: its calls, each with a full prompt and a full answer. */
function callLimits(config: StoryConfig): CallLimits {
  const { maxCalls, contextTokenBudget } = generationOf(config)
  const answer = config.openai?.max_tokens ?? answerTokens
  return { calls: maxCalls, tokens: maxCalls * (contextTokenBudget + answer) }
}

/** The limit as timers take it: at most 2^31 − 1 ms. @throws {RangeError} */
function checkLimit(answerTimeoutMs: number): number {
  if (typeof answerTimeoutMs === 'number' && answerTimeoutMs >= 0) return Math.min(answerTimeoutMs, 2 ** 31 - 1)
  throw new RangeError(`answerTimeoutMs must be a non-negative number; it is ${String(answerTimeoutMs)}`)
}

/**
 * A novel that is open for writing, made by {@link openStory}. It runs one tick at a time. A failed tick is a result, not an
 * exception.
 */
export class Story {
  /** The absolute path of the project folder. */
  readonly folder: string
  readonly #host: Omit<TickHost, 'planner' | 'writer'>
  readonly #options: StoryOptions
  readonly #lock: ProjectLock
  readonly #aborted = new AbortController()
  #isClosed = false
  #running: Promise<unknown> | undefined
  #backends: Backends | undefined

  /** @internal Use {@link openStory}. */
  constructor(options: StoryOptions, parts: { lock: ProjectLock; skills: SkillRegistry; disk: Disk }) {
    this.folder = options.folder
    this.#options = options
    this.#lock = parts.lock
    const executor = new Executor({
      cwd: options.folder,
      runner: new SoftFailureRunner(new WorkerRunner()),
      planTimeoutMs: 600_000,
      ...(options.toolTimeoutMs !== undefined && { toolTimeoutMs: options.toolTimeoutMs }),
    })
    this.#host = {
      folder: options.folder,
      disk: parts.disk,
      skills: parts.skills,
      executor,
      describeTool: describeSkillTool,
    }
  }

  /**
   * Plans and writes the next scene. A tick that fails leaves memory, scenes and state unchanged and writes a report to
   * `errors/`.
   *
   * @throws {StoryError} `invalid_plan` if `options.plan` cannot run; `nothing_to_retry`; `invalid_project`; `story_busy`
   *   while another tick or preview is running; `story_closed`
   */
  async tick(options: TickOptions = {}): Promise<TickResult> {
    return this.#runAlone(options, async (signal) => {
      const host = await this.#tickHost()
      this.#begin(options.onProgress)
      return runTick(host, { ...options, signal })
    })
  }

  /**
   * The most calls and tokens that scenes can need, corrections of invalid answers included; undefined without a model.
   *
   * @throws {StoryError} `model_failed`, `invalid_project`
   */
  async estimate(scenes: number): Promise<CallLimits | undefined> {
    const { planner, writer } = await this.#tickHost()
    if (planner.name === 'stub' && writer.name === 'stub') return undefined
    const { calls, tokens } = callLimits(readConfig(this.folder))
    return { calls: calls * scenes, tokens: tokens * scenes }
  }

  /**
   * Returns the plan of the next tick and stores it for that tick; nothing else changes. `fresh` replaces a stored plan and
   * defaults to false.
   *
   * @throws {StoryError} `story_busy`, `story_closed`, `invalid_plan`, `invalid_project`
   */
  async preview(options: { fresh?: boolean; signal?: AbortSignal } = {}): Promise<Preview> {
    return this.#runAlone(options, async (signal) => preview(await this.#tickHost(), { ...options, signal }))
  }

  /** Undoes the last tick. @throws {StoryError} `nothing_to_undo`, `story_busy`, `story_closed`, `invalid_project` */
  undo(): Undone {
    this.#assertIdle()
    return undoLast(this.folder, this.#host.disk)
  }

  /**
   * Writes a scene again with a wish; its id and place stay. Without a model, other sentences are chosen; a wish can then be what
   * happens, a tone, or `shorter`, and `notes` says if it was not used.
   *
   * @throws {StoryError} `scene_not_found`, `invalid_answer`, `model_failed`, `story_busy`, `story_closed`
   */
  async rewrite(scene: string, options: { wish: string; signal?: AbortSignal }): Promise<EditedScene> {
    return this.#runAlone(options, async (signal) => {
      const host = await this.#tickHost()
      this.#begin()
      return rewriteScene(host, { scene, wish: options.wish, signal })
    })
  }

  /**
   * Writes a new scene behind another one; null is the beginning. Its beat is added to the outline. `people` defaults to those
   * that the purpose names, `place` to that of the scene before.
   *
   * @throws {StoryError} `scene_not_found`, `invalid_answer`, `model_failed`, `story_busy`, `story_closed`
   */
  async insert(
    after: string | null,
    options: { purpose: string; people?: readonly string[]; place?: string; signal?: AbortSignal },
  ): Promise<EditedScene> {
    return this.#runAlone(options, async (signal) => {
      const host = await this.#tickHost()
      this.#begin()
      return insertScene(host, { ...options, after, signal })
    })
  }

  /**
   * Moves or deletes a scene, and reports what later scenes relied on. With `dryRun`, nothing changes. `dryRun` defaults to false.
   *
   * @throws {StoryError} `scene_not_found`, `story_busy`, `story_closed`
   */
  edit(edit: SceneEdit, { dryRun = false }: { dryRun?: boolean } = {}): EditedScenes {
    this.#assertIdle()
    if (needsRecovery(this.folder)) recover(this.folder, this.#host.disk)
    return editScenes(this.folder, edit, { disk: this.#host.disk, dryRun })
  }

  /** The numbers of the failed attempts at the next tick, in ascending order. */
  failedAttempts(): number[] {
    return failedAttempts(this.folder, readState(this.folder).current_tick + 1)
  }

  /**
   * Waits for the running tick, releases models and processes, and unlocks the project. New ticks are refused at once. With
   * `force`, the running tick is cancelled and fails. `force` defaults to false.
   */
  async close({ force = false }: { force?: boolean } = {}): Promise<void> {
    this.#isClosed = true
    if (force) this.#aborted.abort()
    try {
      await Promise.allSettled([this.#running])
      await this.#host.executor.close()
      await this.#host.skills.close()
      await this.#backends?.close()
    } finally {
      this.#lock.release()
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #runAlone<T>({ signal }: { signal?: AbortSignal }, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#assertIdle()
    const aborted = this.#aborted.signal
    const running = work(signal ? AbortSignal.any([signal, aborted]) : aborted)
    this.#running = running
    try {
      return await running
    } finally {
      this.#running = undefined
    }
  }

  #assertIdle(): void {
    if (this.#isClosed) throw new StoryError('story_closed', `the story in ${this.folder} was closed; open it again`)
    if (this.#running)
      throw new StoryError('story_busy', `a tick of the story in ${this.folder} is running; wait until it is done`)
  }

  /** Starts to count the calls of a scene. */
  #begin(onProgress?: (progress: CallProgress) => void): void {
    this.#backends?.meter.begin(callLimits(readConfig(this.folder)), onProgress)
  }

  async #tickHost(): Promise<TickHost> {
    const { planner, writer, answerTimeoutMs } = this.#options
    const limits = {
      planningTimeoutMs: planner && answerTimeoutMs,
      writingTimeoutMs: writer && answerTimeoutMs,
    }
    if (planner && writer) return { ...this.#host, ...limits, planner, writer }
    this.#backends ??= await openBackends({
      folder: this.folder,
      config: readConfig(this.folder),
      openWriter: this.#options.openWriter,
      workerPath: this.#options.modelWorkerPath,
    })
    return {
      ...this.#host,
      ...limits,
      planner: planner ?? this.#backends.planner,
      writer: writer ?? this.#backends.writer,
    }
  }
}
