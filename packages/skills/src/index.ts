export { checkSkill, type SkillCheck } from './check/check-skill.ts'
export {
  describeForm,
  type SettingField,
  type SettingKind,
  type SettingsForm,
  type SettingsGroup,
  type SettingSource,
} from './config/describe-form.ts'
export { parseSetting, type ParsedSetting } from './config/parse-setting.ts'
export type { ConfigIssue } from './config/config-issue.ts'
export type { ResolvedConfig } from './config/resolve-config.ts'
export type { Environment } from './config/variables.ts'
export { discoverSkills, type Discovery, type DiscoveryOptions } from './discover/discover-skills.ts'
export { SkillError, type SkillErrorCode } from './errors.ts'
export type { SkillHealthChange } from './health/health-book.ts'
export type { SkillOutcome } from './health/skill-health.ts'
export { fitsAnyPrompt, fitsState } from './manifest/state-trigger.ts'
export { openSkills, SkillRegistry, type SkillRegistryOptions, type SkillsChange } from './registry/skill-registry.ts'
export type { SaveOutcome } from './registry/skill-settings.ts'
export { SkillSnapshot, type ScriptOfSkill } from './registry/skill-snapshot.ts'
export { SECRET_MASK } from './secrets/secret-mask.ts'
export type { TextMask } from './secrets/text-mask.ts'
export type {
  Skill,
  SkillChecks,
  SkillErrorState,
  SkillNote,
  SkillScript,
  SkillWarning,
  SkillWarningCode,
} from './skill.ts'
