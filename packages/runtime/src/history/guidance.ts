import type { ToolRequest } from '@narratoria/protocol'
import { isGuidanceOnly, type Skill } from '@narratoria/skills'

type Guidance = NonNullable<NonNullable<ToolRequest['story']>['guidance']>

/** Most characters of the text of one skill, and of all texts together. */
const maxCharacters = { one: 8_000, all: 32_000 }

/** The texts of skills that bring guidance only, in the order of `skills`, for a script that narrates. */
export function guidanceOf(skills: readonly Skill[], disabledSkills: readonly string[]): Guidance {
  let left = maxCharacters.all
  return skills
    .filter((skill) => isGuidanceOnly(skill) && skill.prompt.trim() !== '' && !disabledSkills.includes(skill.name))
    .flatMap(({ name, description, prompt }) => {
      const text = prompt.trim().slice(0, Math.min(maxCharacters.one, left)).toWellFormed()
      left -= text.length
      return text === '' ? [] : [{ skill: name, description, text }]
    })
}
