import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  createProject,
  type NewProject,
  openStory as open,
  type Story,
  type StoryOptions,
  type TickResult,
} from '../src/index.ts'

/** The shipped skills, `story-world` among them. */
export const shippedSkills = join(dirname(dirname(dirname(import.meta.dirname))), 'skills')

/** A temporary folder that is removed after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-story-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Creates a project in a temporary folder. */
export function makeProject(wish: NewProject = {}): string {
  const folder = join(temporaryFolder(), 'novel')
  createProject(folder, { seed: 'test', ...wish })
  return folder
}

/** Creates a project whose only character is the protagonist, with one location and an outline of free beats. */
export function makeBareProject(wish: NewProject = {}): string {
  const folder = makeProject(wish)
  for (const part of ['characters', 'locations', 'things']) {
    for (const file of readdirSync(join(folder, 'memory', part)))
      if (!/^[CL]0\.json$/.test(file)) rmSync(join(folder, 'memory', part, file))
  }
  const beats = Array.from({ length: 120 }, (_, index) => ({
    id: `B${String(index + 1).padStart(3, '0')}`,
    kind: 'free',
    purpose: `Something happens for the ${index + 1}. time.`,
    people: ['C0'],
    place: 'L0',
    things: [],
  }))
  const outline = {
    format_version: 1,
    want: 'w',
    obstacle: 'o',
    parts: [{ title: 'p', acts: [{ title: 'a', beats }] }],
  }
  writeFileSync(join(folder, 'outline.json'), JSON.stringify(outline))
  return folder
}

/** Opens a project and closes it after the test. */
export async function openStory(folder: string, options: Partial<StoryOptions> = {}): Promise<Story> {
  const story = await open({ folder, skillRoots: [shippedSkills], home: join(folder, '..', 'home'), ...options })
  onTestFinished(() => story.close({ force: true }))
  return story
}

/** Asserts that a tick succeeded. */
export function written(result: TickResult): TickResult & { ok: true } {
  if (!result.ok) throw new Error(`the tick failed: ${result.error.message}`)
  return result
}

/** Asserts that a tick failed. */
export function failed(result: TickResult): TickResult & { ok: false } {
  if (result.ok) throw new Error('the tick succeeded')
  return result
}

/** The contents of memory, scenes, plans, state and config, by path. */
export function contents(folder: string): Record<string, string> {
  const files: Record<string, string> = {}
  const walk = (path: string) => {
    if (!existsSync(path)) return
    if (statSync(path).isFile()) files[relative(folder, path)] = readFileSync(path, 'utf8')
    else for (const entry of readdirSync(path).sort()) walk(join(path, entry))
  }
  for (const part of ['memory', 'scenes', 'plans', 'state.json', 'config.json']) walk(join(folder, part))
  return files
}

/** A file of a project as JSON. */
export function json<T = Record<string, unknown>>(folder: string, path: string): T {
  return JSON.parse(readFileSync(join(folder, path), 'utf8')) as T
}
