import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import type { ListOptions } from '../skills.ts'
import { printWarnings, stateOf, summarizeSkill, withSkills } from './registry.ts'

/** `narratoria skills list`. */
export function listSkills(options: ListOptions, io: Io): Promise<void> {
  return withSkills(io, options, (registry) => {
    const skills = registry.list()
    if (options.json) {
      const document = { skills: skills.map(summarizeSkill), warnings: registry.warnings }
      return printJson(io, registry.maskSecrets(document))
    }
    for (const skill of skills) {
      print(io, `${skill.name} ${skill.version} (${stateOf(skill)}): ${skill.description}`)
      for (const { name, description } of skill.scripts) print(io, `  ${name}${description && `: ${description}`}`)
    }
    printWarnings(io, registry, registry.warnings)
  })
}
