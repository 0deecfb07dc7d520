import type { SkillRegistry } from '@narratoria/skills'
import type { ContextSources } from '../context/build-context.ts'
import { StoryError } from '../errors.ts'
import { readMemory } from '../memory/read-memory.ts'
import { findStoryTools } from '../plan/story-tools.ts'
import { StoryConfig } from './config.ts'
import { inProject, layout } from './layout.ts'
import { readJson } from './read-json.ts'
import { StoryState } from './state.ts'

/** A project's `state.json`. @throws {StoryError} `invalid_project` */
export function readState(folder: string): StoryState {
  return readJson(inProject(folder, layout.state), StoryState)
}

/** A project's `config.json`. @throws {StoryError} `invalid_project` */
export function readConfig(folder: string): StoryConfig {
  return readJson(inProject(folder, layout.config), StoryConfig)
}

/** Everything that a tick's context is made from, as files and skills are now. @throws {StoryError} `invalid_project` */
export function readSources({ folder, skills }: { folder: string; skills: SkillRegistry }): ContextSources {
  const tools = findStoryTools(skills.snapshot())
  if (tools.size === 0) {
    throw new StoryError('invalid_project', 'no skill offers story tools; is story-world among the skills and enabled?')
  }
  return { state: readState(folder), config: readConfig(folder), memory: readMemory(folder), tools }
}
