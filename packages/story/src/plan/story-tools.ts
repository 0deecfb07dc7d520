import type { JsonObject } from '@narratoria/protocol'
import type { RetryPolicy } from '@narratoria/protocol'
import type { SkillSnapshot } from '@narratoria/skills'

/** The capability by which a skill offers its scripts to story plans. */
export const storyCapability = 'story'

/** A tool that a story plan may call: a skill's script. */
export interface StoryTool {
  name: string
  description: string
  /** The script's file. */
  path: string
  inputSchema: JsonObject
  retryPolicy: RetryPolicy
}

/** The tools of the skills that are made for stories, by name; where two have one name, the higher priority wins. */
export function findStoryTools(skills: SkillSnapshot): Map<string, StoryTool> {
  const tools = new Map<string, StoryTool>()
  for (const skill of skills.available()) {
    if (!skill.capabilities.includes(storyCapability)) continue
    for (const script of skill.scripts) {
      if (!script.runnable || tools.has(script.name)) continue
      tools.set(script.name, {
        name: script.name,
        description: script.description,
        path: script.path,
        inputSchema: script.inputSchema ?? { type: 'object' },
        retryPolicy: skill.retryPolicy ?? { maxRetries: 0 },
      })
    }
  }
  return tools
}
