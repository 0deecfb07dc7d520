export { checkSkill, type SkillCheck } from './check/check-skill.ts'
export { discoverSkills, type Discovery } from './discover/discover-skills.ts'
export { SkillError, type SkillErrorCode } from './errors.ts'
export type { SkillHealthChange } from './health/health-book.ts'
export type { SkillOutcome } from './health/skill-health.ts'
export { fitsAnyPrompt, fitsState } from './manifest/state-trigger.ts'
export { openSkills } from './registry/skill-registry.ts'
export type { SkillRegistry, SkillRegistryOptions, SkillsChange, SkillTexts } from './registry/skill-registry.ts'
export type { ScriptOfSkill, SkillSnapshot } from './registry/skill-snapshot.ts'
export type { TextMask } from './secrets/text-mask.ts'
export { isConfined, isGuidanceOnly } from './skill.ts'
export type {
  Skill,
  SkillChecks,
  SkillErrorState,
  SkillNote,
  SkillOrigin,
  SkillScript,
  SkillWarning,
  SkillWarningCode,
} from './skill.ts'
