import { isGuidanceOnly, type Skill, type SkillNote } from '@narratoria/skills'
import { isAutomatic } from './model-input.ts'

/** The most characters of a skill's texts that the prompt of a model contains; longer texts are cut. */
export const modelTextLimits = {
  /** A script's description followed by its skill's. */
  description: 200,
  /** The skill's prompt. */
  prompt: 300,
  /** The prompt of a skill that brings guidance only, for a model that plans. */
  guidance: 600,
} as const

/** What a model reads about a script: its description and its skill's, without duplicates. */
export function describeScript(skill: Pick<Skill, 'description'>, script: Pick<Skill, 'description'>): string {
  return [...new Set([script.description, skill.description])].filter((text) => text !== '').join(' ')
}

/** Lists the texts of a skill that are cut for models, as notes for its author. */
export function noteCutTexts(skill: Skill): SkillNote[] {
  const scripts = skill.scripts.filter((script) => script.runnable && !isAutomatic(script))
  if (scripts.length === 0 && !isGuidanceOnly(skill)) return []
  const { description } = modelTextLimits
  const prompt = isGuidanceOnly(skill) ? modelTextLimits.guidance : modelTextLimits.prompt
  const promptLength = lengthOf(skill.prompt)
  const notes: SkillNote[] = scripts.flatMap((script) => {
    const length = lengthOf(describeScript(skill, script))
    if (length <= description) return []
    const message = `script "${script.name}": its description and the skill's have ${length} characters together; planners with a model read the first ${description}, so put what distinguishes the script first`
    return [{ file: 'skill.json', message }]
  })
  if (promptLength <= prompt) return notes
  const message = `the prompt has ${promptLength} characters; planners with a model read the first ${prompt}, so put the most important first`
  return [{ file: 'prompt', message }, ...notes]
}

function lengthOf(text: string): number {
  return text.replaceAll(/\s+/g, ' ').trim().length
}
