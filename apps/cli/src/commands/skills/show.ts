import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ShowOptions } from '../skills.ts'
import { findSkill, printWarnings, stateOf, summarizeSkill, warningsOf, withSkills } from './registry.ts'

/** `narratoria skills show NAME`. */
export function showSkill(options: ShowOptions, io: Io): Promise<void> {
  return withSkills(io, options, (registry) => {
    const skill = findSkill(registry, options.name)
    const settings = registry.describeForm(skill.name)?.groups.flatMap((group) => group.fields) ?? []
    const warnings = warningsOf(registry, skill)
    const { prompt, capabilities, dependencies, priority, license, author } = skill
    if (options.json) {
      const details = { author, license, priority, capabilities, dependencies, prompt, settings, warnings }
      return printJson(io, registry.maskSecrets({ ...summarizeSkill(skill), ...details }))
    }
    print(io, `${skill.displayName} (${skill.name} ${skill.version}, ${stateOf(skill)})`)
    print(io, skill.description)
    for (const [label, value] of Object.entries({ author, license, priority, folder: skill.path }))
      if (value !== undefined) print(io, `${label}: ${value}`)
    if (skill.scripts.length > 0) print(io, '\nScripts:')
    for (const { name, description, runnable } of skill.scripts)
      print(io, `  ${name}${description && `: ${description}`}${runnable ? '' : ' (not runnable)'}`)
    if (settings.length > 0) print(io, '\nSettings:')
    for (const { name, shown, description } of settings)
      print(io, `  ${name} = ${shown || '(none)'}${description && `  ${description}`}`)
    if (prompt !== '') print(io, `\nPrompt:\n${prompt.replaceAll(/^/gm, '  ')}`)
    printWarnings(io, registry, warnings)
  })
}
