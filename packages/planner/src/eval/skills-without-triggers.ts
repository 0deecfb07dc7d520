import type { Skill } from '@narratoria/skills'
import { sampleSkill } from '../testing/sample-skill.ts'
import skills from './skills-without-triggers.json' with { type: 'json' }

const inputSchema = { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] }

/**
 * Skills with descriptions but no triggers. They are evaluated beside the shipped skills, so that the choice by description
 * counts as well.
 */
export const skillsWithoutTriggers: readonly Skill[] = skills.map((skill) =>
  sampleSkill({ ...skill, scripts: skill.scripts.map((script) => ({ ...script, inputSchema })) }),
)
