export type { Skill, SkillErrorState, SkillScript, SkillWarning } from './skill.ts'
