import type { Skill, SkillScript } from '@narratoria/skills'
import type { PlanRequest } from '../planner.ts'

/** A script that a plan may use, with the skill that brings it. */
export interface CatalogueEntry {
  skill: Skill
  script: SkillScript
}

/**
 * Lists the scripts that a plan may use: runnable ones of skills that are enabled, not failed for good and not
 * disabled for this plan (FR-008), in the order of the skills. Skills with the capability `story` serve novels that
 * write themselves, not players.
 */
export function availableScripts(request: Pick<PlanRequest, 'skills' | 'disabledSkills'>): CatalogueEntry[] {
  const disabled = new Set(request.disabledSkills)
  return request.skills
    .filter(
      (skill) =>
        skill.enabled &&
        skill.errorState !== 'permanentFailure' &&
        !disabled.has(skill.name) &&
        !skill.capabilities.includes('story'),
    )
    .flatMap((skill) => skill.scripts.filter((script) => script.runnable).map((script) => ({ skill, script })))
}
