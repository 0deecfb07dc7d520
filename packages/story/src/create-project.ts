import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Disk, systemDisk } from './files/disk.ts'
import { StoryError } from './errors.ts'
import { type ImaginedNovel, imagineNovel, partScenes } from './imagine/imagine-novel.ts'
import { entityFiles } from './commit/commit-memory.ts'
import type { StoryConfig } from './project/config.ts'
import { inProject, layout } from './files/layout.ts'
import { outlineMark, outlineMarkFile } from './tick/plan-outline.ts'
import { jsonText } from './files/read-json.ts'

/** The start of a novel. Missing texts are made up from the seed. */
export interface NewProject {
  /** The title. Defaults to the name of the folder. */
  name?: string
  genre?: string
  premise?: string
  /** A name, a role, or both, such as `Elena Voss, a young cartographer`. */
  protagonist?: string
  /** A place, such as `Port Verrin, a drowned city`. */
  setting?: string
  tone?: string
  /** How many scenes the first outline has. Defaults to 15. A novel that is written further gets another part. */
  scenes?: number
  /** Makes names and stub texts repeatable. Defaults to a random one. */
  seed?: string
  /** @internal The file system, replaceable by tests. */
  disk?: Disk
}

/**
 * Creates a story project in a new or empty folder. On an error, nothing is created.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { createProject, readProject } from '@narratoria/story'
 *
 * const folder = join(mkdtempSync(join(tmpdir(), 'novels-')), 'the-weigh-house')
 * createProject(folder, { protagonist: 'Elena Voss, a cartographer', seed: 'example' })
 * const { state, protagonist } = await readProject(folder)
 * assert.equal(state.novel_name, 'the-weigh-house')
 * assert.equal(protagonist?.name, 'Elena Voss')
 * ```
 *
 * @throws {StoryError} `project_exists`
 */
export function createProject(folder: string, options: NewProject = {}): void {
  const target = resolve(folder)
  const seed = options.seed ?? randomBytes(6).toString('hex')
  const novel = imagineNovel({
    scenes: partScenes,
    ...options,
    ...(options.scenes !== undefined && { scenes: checkScenes(options.scenes) }),
    name: options.name ?? basename(target),
    seed,
  })
  writeProject(target, { ...novel, seed }, options.disk ?? systemDisk)
}

/** The contents of a new project. `proses` are those of its scenes. */
export interface ProjectContents extends Pick<ImaginedNovel, 'state' | 'memory' | 'outline'> {
  seed: string
  proses?: Readonly<Record<string, string>>
}

/** Writes a project into a new or empty folder. On an error, nothing is created. @throws {StoryError} `project_exists` */
export function writeProject(target: string, contents: ProjectContents, disk: Disk): void {
  if (existsSync(target) && readdirSync(target).length > 0) {
    throw new StoryError('project_exists', `${target} is not empty; use a new or empty folder`)
  }
  mkdirSync(dirname(target), { recursive: true })
  const draft = `${target}.new-${process.pid}`
  try {
    for (const part of [layout.scenes, layout.plans, layout.errors, ...Object.values(layout.memory), layout.own]) {
      disk.makeFolder(inProject(draft, part))
    }
    writeFiles(draft, contents, disk)
    if (existsSync(target)) rmSync(target, { recursive: true })
    renameSync(draft, target)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

/** @throws {RangeError} */
function checkScenes(scenes: number): number {
  if (Number.isInteger(scenes) && scenes >= 5 && scenes <= 1_000) return scenes
  throw new RangeError(`scenes must be an integer from 5 to 1,000; it is ${scenes}`)
}

function writeFiles(folder: string, { state, seed, memory, outline, proses = {} }: ProjectContents, disk: Disk): void {
  const config: StoryConfig = {
    generation: { seed, recent_scenes_count: 3, include_overall_summary: true, context_token_budget: 6000 },
  }
  disk.write(inProject(folder, layout.config), jsonText(config))
  for (const { path, text } of entityFiles(memory)) disk.write(inProject(folder, path), text)
  disk.write(inProject(folder, layout.outline), jsonText(outline))
  disk.write(inProject(folder, layout.state), jsonText(state))
  for (const [id, prose] of Object.entries(proses))
    disk.write(inProject(folder, `${layout.scenes}/${id}.md`), `# ${memory.scenes[id]?.title ?? id}\n\n${prose}\n`)
  disk.write(inProject(folder, outlineMarkFile), `${outlineMark(jsonText(outline))}\n`)
  disk.write(join(folder, layout.own, 'made'), `${state.created_at}\n`)
}
