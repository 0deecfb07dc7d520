import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Executor, ProcessRunner } from '@narratoria/executor'
import { timeLimit } from '@narratoria/planner'
import { describeSkillTool } from '@narratoria/runtime'
import { openSkills, type SkillRegistry } from '@narratoria/skills'
import { needsRecovery } from './commit/commit.ts'
import { type Disk, systemDisk } from './commit/disk.ts'
import { type Undone, undoLast } from './commit/undo.ts'
import { StoryError } from './errors.ts'
import type { StoryPlanner } from './planner/story-planner.ts'
import { type BackEnds, openBackEnds } from './planner/open-back-ends.ts'
import { inProject, layout } from './project/layout.ts'
import { lockProject, type ProjectLock } from './project/project-lock.ts'
import { readConfig, readState } from './project/read-sources.ts'
import { failedAttempts } from './tick/failure.ts'
import { SoftFailureRunner } from './tick/soft-failure-runner.ts'
import { type Preview, preview } from './tick/preview.ts'
import { runTick, type TickHost, type TickOptions, type TickResult } from './tick/run-tick.ts'
import type { SceneWriter } from './writer/scene-writer.ts'

/** How a story is opened for writing. */
export interface StoryOptions {
  /** The project's folder. */
  folder: string
  /** Folders that hold skills, the most important first; `story-world` must be among them. */
  skillRoots: readonly string[]
  /** Where settings and data go that cannot live in a skill's own folder. */
  home: string
  /** Who plans, instead of the back end that the project's config names. */
  planner?: StoryPlanner
  /** Who writes, instead of the back end that the project's config names. */
  writer?: SceneWriter
  /**
   * Time limit in milliseconds of a planner or a writer handed in, beyond which the tick fails; 600,000. The back ends of
   * the project's config have limits of their own.
   */
  answerTimeoutMs?: number
  /** Time limit of one attempt of one tool in milliseconds; 30,000. */
  toolTimeoutMs?: number
  /** The program of a local model's process, where it does not lie in its package. */
  modelWorkerPath?: string
  /** @internal The file system, replaceable by tests. */
  disk?: Disk
}

/**
 * A novel that plans and writes itself, open for writing: no other writer gets in until it is closed. Failed ticks are
 * results; what is thrown is misuse.
 */
export class Story {
  readonly folder: string
  readonly #host: Omit<TickHost, 'planner' | 'writer'>
  readonly #options: StoryOptions
  readonly #lock: ProjectLock
  readonly #closed = new AbortController()
  #running: Promise<unknown> | undefined
  #backEnds: BackEnds | undefined

  private constructor(options: StoryOptions, parts: { lock: ProjectLock; skills: SkillRegistry; disk: Disk }) {
    this.folder = options.folder
    this.#options = options
    this.#lock = parts.lock
    const executor = new Executor({
      cwd: options.folder,
      runner: new SoftFailureRunner(new ProcessRunner()),
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
   * Opens a project for writing and mends what a killed writer left behind.
   *
   * @throws {StoryError} `project_not_found`, `project_locked`, `invalid_project`
   * @throws {RangeError} a time limit among the options is below 0 or no number
   */
  static async open(options: StoryOptions): Promise<Story> {
    const disk = options.disk ?? systemDisk
    const folder = resolve(options.folder)
    if (!existsSync(inProject(folder, layout.state)) && !needsRecovery(folder))
      throw new StoryError(
        'project_not_found',
        `there is no story project in ${folder}; make one with: narratoria story new NAME`,
      )
    const answerTimeoutMs = timeLimit('answerTimeoutMs', options.answerTimeoutMs, 600_000)
    const lock = lockProject(folder, disk)
    try {
      const skills = await openSkills({ roots: options.skillRoots, home: options.home })
      return new Story({ ...options, folder, answerTimeoutMs }, { lock, skills, disk })
    } catch (error) {
      lock.release()
      throw error
    }
  }

  /**
   * Plans and writes the next scene (P3 §2). Whatever fails leaves memory, scenes and state as they were, and is told in
   * `errors/`.
   *
   * @throws {StoryError} `invalid_plan` for a plan handed in that cannot run; `nothing_to_retry`; `invalid_project`;
   *   `story_busy` while another tick or a preview is under way; `story_closed`
   */
  async tick(options: TickOptions = {}): Promise<TickResult> {
    return this.#alone(options, async (signal) => runTick(await this.#tickHost(), { ...options, signal }))
  }

  /**
   * The plan that the following tick runs, kept for it; nothing else changes. `fresh` asks the planner again.
   *
   * @throws {StoryError} `story_busy`, `story_closed`, `invalid_plan`, `invalid_project`
   */
  async preview(options: { fresh?: boolean; signal?: AbortSignal } = {}): Promise<Preview> {
    return this.#alone(options, async (signal) => preview(await this.#tickHost(), { ...options, signal }))
  }

  /** Takes the last tick back. @throws {StoryError} `nothing_to_undo`, `story_busy`, `story_closed`, `invalid_project` */
  undo(): Undone {
    this.#refuseIfBusy()
    return undoLast(this.folder, this.#host.disk)
  }

  /** The attempts at the tick to come that failed so far. */
  failedAttempts(): number[] {
    return failedAttempts(this.folder, readState(this.folder).current_tick + 1)
  }

  /** Breaks off what is under way, frees models, and lets others write. */
  async close(): Promise<void> {
    this.#closed.abort()
    try {
      await Promise.allSettled([this.#running])
      await this.#host.executor.shutdown()
      await this.#host.skills.close()
      await this.#backEnds?.close()
    } finally {
      this.#lock.release()
    }
  }

  /** Does what nothing else may come between, until the caller or the story's end breaks it off. */
  async #alone<T>({ signal }: { signal?: AbortSignal }, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.#refuseIfBusy()
    const closed = this.#closed.signal
    const running = work(signal ? AbortSignal.any([signal, closed]) : closed)
    this.#running = running
    try {
      return await running
    } finally {
      this.#running = undefined
    }
  }

  #refuseIfBusy(): void {
    if (this.#closed.signal.aborted)
      throw new StoryError('story_closed', `the story in ${this.folder} was closed; open it again`)
    if (this.#running)
      throw new StoryError('story_busy', `a tick of the story in ${this.folder} is under way; wait until it is done`)
  }

  async #tickHost(): Promise<TickHost> {
    const { planner, writer, answerTimeoutMs } = this.#options
    const limits = {
      planTimeoutMs: planner && answerTimeoutMs,
      writeTimeoutMs: writer && answerTimeoutMs,
    }
    if (planner && writer) return { ...this.#host, ...limits, planner, writer }
    this.#backEnds ??= await openBackEnds({
      folder: this.folder,
      config: readConfig(this.folder),
      workerPath: this.#options.modelWorkerPath,
    })
    return {
      ...this.#host,
      ...limits,
      planner: planner ?? this.#backEnds.planner,
      writer: writer ?? this.#backEnds.writer,
    }
  }
}
