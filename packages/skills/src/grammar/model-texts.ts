import type { Skill } from '../skill.ts'
import { isAutomatic } from './model-input.ts'

/** The most characters that a planner with a model reads of a skill's texts; what is longer is cut off there. */
export const modelTextLimits = {
  /** A script's own description and its skill's, one after the other. */
  description: 200,
  /** The skill's prompt. */
  prompt: 300,
} as const

/** What a planner with a model reads of a text: without its line breaks. */
function modelText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** What a planner with a model is told that a script is for. */
export function aboutScript(skill: Pick<Skill, 'description'>, script: Pick<Skill, 'description'>): string {
  return [...new Set([script.description, skill.description])].filter((text) => text !== '').join(' ')
}

/** The texts of a skill that planners with a model cut off, each in a sentence for its author. */
export function cutTexts(skill: Skill): { file: 'skill.json' | 'prompt'; message: string }[] {
  const scripts = skill.scripts.filter((script) => script.runnable && !isAutomatic(script))
  if (scripts.length === 0) return []
  const { description, prompt } = modelTextLimits
  const length = modelText(skill.prompt).length
  const ofPrompt =
    length > prompt
      ? [
          {
            file: 'prompt' as const,
            message: `the prompt has ${length} characters, of which planners with a model read ${prompt}; begin it with what matters most`,
          },
        ]
      : []
  const ofScripts = scripts.flatMap((script) => {
    const characters = modelText(aboutScript(skill, script)).length
    if (characters <= description) return []
    const message = `the script "${script.name}": its description and the skill's have ${characters} characters together, of which planners with a model read ${description}; say first what tells it from others`
    return [{ file: 'skill.json' as const, message }]
  })
  return [...ofPrompt, ...ofScripts]
}
