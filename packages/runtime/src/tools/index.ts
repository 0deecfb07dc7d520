export { describeSkillTool, type HostEndpoint } from './describe-skill-tool.ts'
export { type HostSkill, type HostSkillDescription, type HostSkillTool, type HostTool, skillOf } from './host-tools.ts'
