import { sep } from 'node:path'
import { modelChecks } from '@narratoria/planner'
import {
  isConfined,
  isGuidanceOnly,
  openSkills,
  type Skill,
  type SkillRegistry,
  type SkillWarning,
} from '@narratoria/skills'
import { demandsOf } from '@narratoria/skills/install'
import { UsageError } from '../../exit-codes.ts'
import { confirmedLocalSkills } from '../../host/confirm-local-skills.ts'
import { skillsOfServers } from '../../host/mcp-servers.ts'
import { narratoriaHome, skillRoots } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { printError } from '../../terminal/print.ts'
import { describeWarning } from '../../terminal/skill-warning.ts'

/** Opens the skills, and closes them after `work`. */
export async function withSkills<T>(
  io: Io,
  options: { skills: string[]; shippedSkills: boolean },
  work: (registry: SkillRegistry) => T | Promise<T>,
): Promise<T> {
  const local = confirmedLocalSkills(io, options.skills)
  const roots = skillRoots(io, { ...options, local })
  const skills = await skillsOfServers(io)
  const registry = await openSkills({ roots, home: narratoriaHome(io), skills, ...modelChecks })
  try {
    return await work(registry)
  } finally {
    await registry.close()
  }
}

/** @throws {UsageError} if there is no skill of that name */
export function findSkill(registry: SkillRegistry, name: string): Skill {
  const skill = registry.get(name)
  if (skill) return skill
  const names = registry.list().map((each) => each.name)
  throw new UsageError(`there is no skill named "${name}"; there are ${names.join(', ') || 'none'}`)
}

/** `disabled`, `changed`, or the health of the skill, and whether it brings only guidance or runs in a sandbox. */
export function stateOf(skill: Skill): string {
  const usable = skill.origin?.changed ? 'changed' : skill.errorState
  const state = skill.enabled ? usable : 'disabled'
  if (isGuidanceOnly(skill)) return `${state}, guidance only`
  return isConfined(skill) ? `${state}, in a sandbox` : state
}

/** The JSON document of a skill in a list. */
export function summarizeSkill(skill: Skill) {
  const { name, displayName, version, description, path, enabled, errorState, scripts, origin } = skill
  const files = scripts.map((script) => ({ name: script.name, path: script.path }))
  const about = { name, displayName, version, description, path, enabled, errorState, scripts: files }
  return { ...about, demands: demandsOf(skill), ...(origin && { origin }) }
}

export function warningsOf(registry: SkillRegistry, skill: Skill): SkillWarning[] {
  return registry.warnings.filter(
    (warning) => warning.skill === skill.name || `${warning.path}${sep}`.startsWith(`${skill.path}${sep}`),
  )
}

/** Writes warnings to standard error, without secrets. */
export function printWarnings(io: Io, registry: SkillRegistry, warnings: readonly SkillWarning[]): void {
  for (const warning of registry.maskSecrets(warnings)) printError(io, `warning: ${describeWarning(warning)}`)
}
