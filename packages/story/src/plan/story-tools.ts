import type { JsonObject, RetryPolicy } from '@narratoria/protocol'
import type { SkillSnapshot } from '@narratoria/skills'

/** Skills with this capability offer their scripts to story plans. */
export const storyCapability = 'story'

/** A skill script that a story plan can call. */
export interface StoryTool {
  name: string
  description: string
  path: string
  inputSchema: JsonObject
  retryPolicy: RetryPolicy
}

/** The story tools of all available skills, by name. If two have the same name, the skill with the higher priority wins. */
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
