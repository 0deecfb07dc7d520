import type { Skill } from '@narratoria/skills'
import { demandsOf } from '@narratoria/skills/install'

/** What a skill asks for, as lines for the terminal. `trusted` defaults to whether the user trusts it. */
export function demandLines(skill: Skill, trusted?: boolean): string[] {
  const { programs, runs, network, variables } = demandsOf(skill, trusted)
  if (runs === 'nothing') return ['runs      nothing: guidance only, which models read']
  const rights = {
    in_sandbox: 'in a sandbox: sees its own folder and data, and no other file of yours',
    as_user: 'with your rights: can read and write what you can',
  }[runs]
  return [
    `runs      ${programs.join(', ')}`,
    `          ${rights}`,
    `network   ${network ? 'yes' : 'no'}`,
    `variables ${variables.join(', ') || 'none'}`,
  ]
}
