import type { SkillChecks } from '@narratoria/skills'
import { unsupportedInput } from './model-input.ts'
import { noteCutTexts } from './model-texts.ts'

/**
 * Checks for `openSkills`, `discoverSkills` and `checkSkill` of `@narratoria/skills` that report what a planner with a model
 * cannot use: input schemas that the grammar does not support, and texts that are too long for the model's prompt.
 *
 * @example
 * ```ts
 * import { modelChecks } from '@narratoria/planner'
 * import { discoverSkills } from '@narratoria/skills'
 *
 * const { skills, warnings } = await discoverSkills({ roots: ['../../skills'], ...modelChecks })
 * if (skills.length === 0 || warnings.length > 0) throw new Error('the shipped skills should load without a warning')
 * ```
 */
export const modelChecks: Required<SkillChecks> = {
  checkScript(script) {
    const part = unsupportedInput(script)
    if (!part) return undefined
    const where = part.path === '' ? '' : ` at ${JSON.stringify(part.path)}`
    return `"inputSchema" has ${part.what}${where}, which the grammar for models does not support; planners with a model do not use the script`
  },
  findNotes: noteCutTexts,
}
