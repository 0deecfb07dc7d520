import type { Skill, SkillScript } from '@narratoria/skills'
import type { PlanRequest } from '../planner.ts'

/** The capability of the skill that performs acts in the session's world. */
export const worldCapability = 'world'

/** A script that runs in a turn. Scripts of the stage `maintain` run between turns. */
export type PlannableScript = SkillScript & { stage: Exclude<SkillScript['stage'], 'maintain'> }

/** A script that a plan may use, and its skill. */
export interface CatalogueEntry {
  skill: Skill
  script: PlannableScript
}

/**
 * Lists the scripts that a plan may use, in the order of the skills: runnable scripts of skills that are enabled, have not
 * failed permanently and are not in `disabledSkills`. Leaves out scripts of the stage `maintain`, which run between turns,
 * skills with the capability `story`, which serve the autonomous story loop, and without a world those with the capability
 * `world`.
 */
export function availableScripts(
  request: Pick<PlanRequest, 'skills' | 'disabledSkills'> & { world?: unknown },
): CatalogueEntry[] {
  const disabled = new Set(request.disabledSkills)
  return request.skills
    .filter(
      (skill) =>
        skill.enabled &&
        skill.errorState !== 'permanentFailure' &&
        !disabled.has(skill.name) &&
        !skill.capabilities.includes('story') &&
        (request.world !== undefined || !skill.capabilities.includes(worldCapability)),
    )
    .flatMap((skill) => skill.scripts.filter(isPlannable).map((script) => ({ skill, script })))
}

function isPlannable(script: SkillScript): script is PlannableScript {
  return script.runnable && script.stage !== 'maintain'
}
