import type { Skill, SkillScript } from '@narratoria/skills'
import type { PlanRequest } from '../planner.ts'

/** A script with a place in a turn; those that maintain run between turns. */
export type PlannableScript = SkillScript & { stage: Exclude<SkillScript['stage'], 'maintain'> }

/** A script that a plan may use, with the skill that brings it. */
export interface CatalogueEntry {
  skill: Skill
  script: PlannableScript
}

/**
 * Lists the scripts that a plan may use: runnable ones with a place in a turn, of skills that are enabled, not failed for good and not
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
    .flatMap((skill) => skill.scripts.filter(isPlannable).map((script) => ({ skill, script })))
}

function isPlannable(script: SkillScript): script is PlannableScript {
  return script.runnable && script.stage !== 'maintain'
}
