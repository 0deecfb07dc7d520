import type { SkillRegistry } from '@narratoria/skills'
import { StoryError } from '../errors.ts'
import { readMemory } from '../memory/read-memory.ts'
import { findStoryTools } from '../plan/story-tools.ts'
import { readConfig } from '../project/config.ts'
import { readState } from '../project/state.ts'
import type { ContextSources } from './build-context.ts'

/** Reads everything that a tick's context is built from. @throws {StoryError} `invalid_project` */
export function readSources({ folder, skills }: { folder: string; skills: SkillRegistry }): ContextSources {
  const tools = findStoryTools(skills.snapshot())
  if (tools.size === 0) {
    throw new StoryError(
      'invalid_project',
      'no enabled skill offers story tools; add the skill story-world, or enable it',
    )
  }
  return { state: readState(folder), config: readConfig(folder), memory: readMemory(folder), tools }
}
