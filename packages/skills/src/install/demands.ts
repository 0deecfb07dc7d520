import { relative } from 'node:path'
import { isGuidanceOnly, type Skill } from '../skill.ts'

/** What a skill asks for, and with which rights its programs run. */
export interface SkillDemands {
  /** Its programs, relative to its folder. */
  programs: string[]
  /** `nothing` runs of a skill that brings guidance only. */
  runs: 'nothing' | 'in_sandbox' | 'as_user'
  network: boolean
  /** Names of environment variables that its programs may read. */
  variables: string[]
}

/** Returns what a skill asks for. `trusted` defaults to whether the user trusts it; a skill that was not installed is trusted. */
export function demandsOf(skill: Skill, trusted: boolean = skill.origin?.trusted ?? true): SkillDemands {
  const { scripts, path, env, network = false } = skill
  const programs = scripts.filter(({ runnable }) => runnable).map((script) => relative(path, script.path))
  const runs = isGuidanceOnly(skill) ? 'nothing' : trusted ? 'as_user' : 'in_sandbox'
  return { programs, runs, network: runs === 'as_user' || (network && runs === 'in_sandbox'), variables: env }
}
