import type { Io } from '../../io.ts'
import { print } from '../../terminal/print.ts'
import type { ToggleOptions } from './command.ts'
import { findSkill, withSkills } from './registry.ts'

export function toggleSkills(options: ToggleOptions, enabled: boolean, io: Io): Promise<void> {
  return withSkills(io, options, async (registry) => {
    for (const name of options.names) findSkill(registry, name)
    for (const name of options.names) {
      await registry.setEnabled(name, enabled)
      print(io, `${name} is ${enabled ? 'enabled' : 'disabled'}`)
    }
  })
}
