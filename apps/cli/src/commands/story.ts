import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createProject,
  findProject,
  openStory,
  type Scene,
  type Story,
  StoryError,
  type TickResult,
} from '@narratoria/story'
import { UsageError, exitCodes } from '../exit-codes.ts'
import { agreedForeignSkills } from '../host/agree.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { narratoriaHome, skillRoots } from '../host/skill-roots.ts'
import { describeTerminal, printable, wrap } from '../terminal/terminal.ts'

/** Options by which every story command finds its project and skills. */
export interface StoryCommandOptions {
  project?: string
  skills: string[]
  shippedSkills: boolean
  json?: boolean
}

interface NewOptions {
  genre?: string
  premise?: string
  protagonist?: string
  setting?: string
  tone?: string
  seed?: string
  json?: boolean
}

/** `narratoria story new`. */
export async function newStory(name: string, options: NewOptions): Promise<void> {
  const { json, ...wish } = options
  const folder = resolve(name)
  await expected(async () => createProject(folder, wish))
  if (json) process.stdout.write(`${JSON.stringify({ folder })}\n`)
  else process.stdout.write(`Made ${shown(folder)}. Write its first scene with: narratoria story tick\n`)
}

interface TickCommandOptions extends StoryCommandOptions {
  dryRun?: boolean
  save?: string
  fresh?: boolean
  plan?: string
  retry?: number
}

/** `narratoria story tick`: 0 the scene is written, 1 the tick failed, 2 it was refused before it ran. */
export async function tick(options: TickCommandOptions): Promise<void> {
  if (options.save !== undefined && !options.dryRun) throw new UsageError('--save belongs to --dry-run')
  if (options.dryRun && (options.plan !== undefined || options.retry !== undefined)) {
    throw new UsageError('--dry-run shows the planner’s own plan; it goes with neither --plan nor --retry')
  }
  const plan = options.plan === undefined ? undefined : readPlan(options.plan)
  await writing(options, async (story, signal) => {
    if (options.dryRun) return showPlan(story, options, signal)
    report(await story.tick({ plan, retry: options.retry, signal }), options)
  })
}

/** `narratoria story run`: writes scenes until there are enough, or one fails in all its attempts. */
export async function runStory(options: StoryCommandOptions & { n: number; attempts: number }): Promise<void> {
  await writing(options, async (story, signal) => {
    const results: TickResult[] = []
    for (let written = 0; written < options.n && !signal.aborted; written++) {
      let result = await story.tick({ signal })
      for (let attempt = 1; !result.ok && attempt < options.attempts && !signal.aborted; attempt++) {
        tell(`narratoria: ${describe(result)}; trying again`)
        result = await story.tick({ signal })
      }
      results.push(result)
      if (!options.json) report(result, options)
      if (!result.ok) break
    }
    if (options.json) process.stdout.write(`${JSON.stringify({ ticks: results.map(asDocument) })}\n`)
    if (results.some((result) => !result.ok)) process.exitCode = exitCodes.failure
  })
}

/** `narratoria story undo`. */
export async function undo(options: StoryCommandOptions): Promise<void> {
  await writing(options, async (story) => {
    const undone = story.undo()
    if (options.json) process.stdout.write(`${JSON.stringify(undone)}\n`)
    else process.stdout.write(`Tick ${undone.tick} is undone.\n`)
    for (const file of undone.editedFiles) {
      tell(`narratoria: ${file} had been edited since; its edited form is kept in .story/history alone`)
    }
  })
}

/** The project that a command is about; one that was found below the working directory is told. */
export function projectOf(options: { project?: string }): string {
  const folder = findProject(resolve(options.project ?? '.'))
  const way = relative(process.cwd(), folder)
  if (options.project === undefined && way !== '' && !way.startsWith('..')) tell(`narratoria: in ${way}`)
  return folder
}

/** Turns what a story refuses into a message and the exit code of a refusal. */
export async function expected<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (StoryError.isInstance(error)) throw new UsageError(error.message)
    const { code, path } = error as NodeJS.ErrnoException
    const advice = adviceOn[code ?? '']
    throw advice === undefined || path === undefined
      ? error
      : new Error(`${dirname(path)} ${advice} (${code})`, { cause: error })
  }
}

/** What a system's error about a file means for whoever writes a story. */
const adviceOn: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist; make it, or name another folder',
  ENOTDIR: 'is no folder; name another',
  EACCES: 'may not be written in; change its permissions, or choose another folder',
  EPERM: 'may not be written in; change its permissions, or choose another folder',
  EROFS: 'lies on a disk that may only be read; choose another folder',
  ENOSPC: 'lies on a disk that is full; make room and try again',
}

async function writing(
  options: StoryCommandOptions,
  work: (story: Story, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  await expected(async () => {
    const folder = projectOf(options)
    const workerPath = fileURLToPath(new URL('llama-worker.js', import.meta.url))
    const story = await openStory({
      folder,
      skillRoots: skillRoots({ ...options, foreign: agreedForeignSkills(options.skills) }),
      home: narratoriaHome(),
      ...(existsSync(workerPath) && { modelWorkerPath: workerPath }),
    })
    const interrupt = abortOnInterrupt()
    try {
      await work(story, interrupt.signal)
      if (interrupt.signal.aborted) process.exitCode = 130
    } finally {
      interrupt.release()
      await story.close()
    }
  })
}

async function showPlan(story: Story, options: TickCommandOptions, signal: AbortSignal): Promise<void> {
  const { tick, plan, warnings } = await story.preview({ fresh: options.fresh === true, signal })
  for (const warning of warnings) tell(`narratoria: ${warning}`)
  const text = `${JSON.stringify(plan, null, 2)}\n`
  if (options.save !== undefined) {
    writeFileSync(options.save, text)
    tell(`narratoria: saved; run it, edited or not, with: narratoria story tick --plan ${options.save}`)
  }
  if (options.json) return void process.stdout.write(text)
  const steps = plan.actions.map(({ tool, args, reason }, index) => {
    return `${index + 1}. ${tool} ${JSON.stringify(args)}${reason ? `\n   ${reason}` : ''}\n`
  })
  process.stdout.write(printable(`Tick ${tick}: ${plan.scene_intention}\n${plan.rationale}\n\n${steps.join('')}`))
}

function readPlan(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'))
  } catch (error) {
    throw new UsageError(`the plan "${file}" cannot be read: ${(error as Error).message}`)
  }
}

function report(result: TickResult, options: StoryCommandOptions): void {
  if (options.json) process.stdout.write(`${JSON.stringify(asDocument(result))}\n`)
  if (!result.ok) {
    tell(`narratoria: ${describe(result)}`)
    process.exitCode = exitCodes.failure
    return
  }
  for (const warning of result.warnings) tell(`narratoria: ${warning}`)
  if (!options.json) process.stdout.write(formatScene(result.scene, result.prose))
}

/** A scene for reading in a terminal. */
export function formatScene(scene: Scene, prose: string): string {
  const terminal = describeTerminal()
  return `${terminal.bold(printable(scene.title))}\n\n${wrap(prose, terminal.columns)}\n\n`
}

function describe(result: TickResult & { ok: false }): string {
  const { tick, attempt, stage, error, errorFile } = result
  const place = errorFile === undefined ? '' : `; all of it is in ${errorFile}, with what to do`
  return printable(`tick ${tick} failed (attempt ${attempt}, ${stage}): ${error.message}${place}`)
}

function asDocument(result: TickResult) {
  if (!result.ok) return result
  const { prose: _, ...rest } = result
  return { ...rest, sceneFile: `scenes/${result.scene.id}.md` }
}

function shown(folder: string): string {
  return relative(process.cwd(), folder) || '.'
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}
