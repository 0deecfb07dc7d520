import type { SkillRegistry } from '@narratoria/skills'
import { StoryError } from '../errors.ts'
import { readMemory } from '../memory/read-memory.ts'
import { findStoryTools } from '../plan/story-tools.ts'
import { readNextIds } from '../memory/ids.ts'
import { continueOutline } from '../imagine/continue-outline.ts'
import { assertOutline, type Outline, readOutline } from '../outline/outline.ts'
import { generationOf, readConfig } from '../project/config.ts'
import { readState } from '../project/state.ts'
import type { ContextSources } from './build-context.ts'

/** The outline of a project without one, for its edits. */
const noOutline: Outline = {
  format_version: 1,
  want: '',
  obstacle: '',
  parts: [{ title: '', acts: [{ title: '', beats: [] }] }],
}

/**
 * Reads everything that a tick's context is built from. An edit sets `isEdit`: it changes written scenes, so the outline is not continued.
 *
 * @throws {StoryError} `invalid_project`
 */
export function readSources(
  { folder, skills }: { folder: string; skills: SkillRegistry },
  { isEdit = false } = {},
): ContextSources {
  const tools = findStoryTools(skills.snapshot())
  if (tools.size === 0) {
    throw new StoryError(
      'invalid_project',
      'no enabled skill offers story tools; add the skill story-world, or enable it',
    )
  }
  const [state, config, stored] = [readState(folder), readConfig(folder), readMemory(folder)]
  const own = readOutline(folder)
  if (own) assertOutline(own, stored)
  if (isEdit) return { state, config, memory: stored, stored, outline: own ?? noOutline, hasNewOutline: false, tools }
  const { outline, memory } = continueOutline(own, {
    memory: stored,
    genre: state.genre,
    premise: state.premise,
    seed: generationOf(config).seed,
    tick: state.current_tick + 1,
    free: readNextIds(folder, stored),
  })
  return { state, config, memory, stored, outline, hasNewOutline: outline !== own, tools }
}
