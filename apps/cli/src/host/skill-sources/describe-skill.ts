import { relative } from 'node:path'
import { isGuidanceOnly, type Skill } from '@narratoria/skills'

/** What a skill asks for, and how it runs. */
export interface SkillDemands {
  /** Its programs, relative to its folder. */
  programs: string[]
  /** `nothing` for a skill that brings guidance only. */
  runs: 'nothing' | 'in a sandbox' | 'with your rights'
  network: boolean
  variables: string[]
}

/** Returns what a skill asks for. A trusted one runs with the rights of the user. */
export function demandsOf(skill: Skill, trusted = skill.origin?.trusted ?? true): SkillDemands {
  const { scripts, path, env, network = false } = skill
  const programs = scripts.filter(({ runnable }) => runnable).map((script) => relative(path, script.path))
  const runs = isGuidanceOnly(skill) ? 'nothing' : trusted ? 'with your rights' : 'in a sandbox'
  return { programs, runs, network: runs === 'with your rights' || (network && runs !== 'nothing'), variables: env }
}

/** The same as lines for the terminal. */
export function demandLines(skill: Skill, trusted?: boolean): string[] {
  const { programs, runs, network, variables } = demandsOf(skill, trusted)
  if (runs === 'nothing') return ['runs      nothing: guidance only, which models read']
  const reach = {
    'in a sandbox': 'sees its own folder and data, and no other file of yours',
    'with your rights': 'can read and write what you can',
  }[runs]
  return [
    `runs      ${programs.join(', ')}`,
    `          ${runs}: ${reach}`,
    `network   ${network ? 'yes' : 'no'}`,
    `variables ${variables.join(', ') || 'none'}`,
  ]
}
