import type { Plan, TurnEvent } from '@narratoria/protocol'
import type { SkillSnapshot } from '@narratoria/skills'

/**
 * Warnings about settings of a plan's skills that cannot be used, such as a variable that is not set.
 * Their tools run without them. A skill in `reported` is skipped; the others are added to it.
 */
export function configWarnings(plan: Plan, turnSkills: SkillSnapshot, reported: Set<string>): TurnEvent[] {
  return plan.tools.flatMap((tool): TurnEvent[] => {
    const name = turnSkills.scriptAt(tool.toolPath)?.skill.name
    if (name === undefined || reported.has(name)) return []
    reported.add(name)
    return turnSkills.resolveConfig(name).issues.map(({ field, message }) => ({
      type: 'warning',
      code: 'invalid_config',
      message: `The settings of ${name} cannot all be used: ${field} ${message}.`.replace(':  ', ': '),
    }))
  })
}

/** One warning for each skill that is not used because a required setting has no value. A skill in `reported` is skipped. */
export function settingWarnings(turnSkills: SkillSnapshot, reported: Set<string>): TurnEvent[] {
  return turnSkills.unset().flatMap(({ name }): TurnEvent[] => {
    const key = `settings_missing ${name}`
    if (reported.has(key)) return []
    reported.add(key)
    const fields = turnSkills.missingSettings(name)
    const what = fields.length === 1 ? `setting ${fields[0]} has` : `settings ${fields.join(', ')} have`
    const message = `The skill ${name} is not used: its required ${what} no value.`
    return [{ type: 'warning', code: 'settings_missing', message }]
  })
}
