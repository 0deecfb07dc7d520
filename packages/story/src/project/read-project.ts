import { existsSync, readdirSync } from 'node:fs'
import { systemDisk } from '../files/disk.ts'
import { openLoops } from '../memory/open-loops.ts'
import type { Character, OpenLoop, Scene, StoryMemory } from '../memory/entities.ts'
import { countWords } from '../memory/count-words.ts'
import { readMemory } from '../memory/read-memory.ts'
import { type Outline, readOutline } from '../outline/outline.ts'
import { inProject, layout } from '../files/layout.ts'
import { settleProject } from '../commit/project-lock.ts'
import { readState, type StoryState } from './state.ts'
import { readText } from '../files/read-text.ts'
import { StoryError } from '../errors.ts'
import { failedAttempts } from './failed-attempts.ts'

/** The contents of a project. */
export interface ProjectView {
  folder: string
  state: StoryState
  memory: StoryMemory
  /** Undefined in a project that an older version created, until its next tick. */
  outline: Outline | undefined
  /** In story order. */
  scenes: Scene[]
  protagonist: Character | undefined
  openLoops: OpenLoop[]
  /** The next tick and its number of failed attempts. */
  nextTick: { tick: number; failedAttempts: number }
  /** File names in `errors/`, sorted. */
  errorFiles: string[]
}

/** Reads a project without locking it. Waits for a running commit. @throws {StoryError} `invalid_project` */
export async function readProject(folder: string): Promise<ProjectView> {
  await settleProject(folder, systemDisk)
  const state = readState(folder)
  const memory = readMemory(folder)
  const tick = state.current_tick + 1
  const errors = inProject(folder, layout.errors)
  return {
    folder,
    state,
    memory,
    outline: readOutline(folder),
    scenes: Object.values(memory.scenes),
    protagonist: memory.characters[state.active_character],
    openLoops: openLoops(memory),
    nextTick: { tick, failedAttempts: failedAttempts(folder, tick).length },
    errorFiles: existsSync(errors) ? readdirSync(errors).sort() : [],
  }
}

/**
 * Reads a scene's file, which may have been edited. The title is its first line if that is a heading, otherwise the given one.
 *
 * @throws {StoryError} `invalid_project` if the file is missing or not valid UTF-8
 */
export function readScene(
  folder: string,
  { id, title }: Pick<Scene, 'id' | 'title'>,
): { title: string; prose: string; word_count: number } {
  const path = `${layout.scenes}/${id}.md`
  if (!existsSync(inProject(folder, path))) {
    throw new StoryError(
      'invalid_project',
      `${path} is missing; restore it, or remove ${layout.memory.scenes}/${id}.json to leave the scene out`,
    )
  }
  const text = readText(inProject(folder, path)).replaceAll(/\r\n?/g, '\n').trim()
  const heading = /^# +(\S.*)(?:\n|$)/.exec(text)
  const prose = heading ? text.slice(heading[0].length).trim() : text
  return { title: heading?.[1]!.trim() ?? title, prose, word_count: countWords(prose) }
}
