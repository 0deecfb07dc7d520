import type { InProcessTool } from '@narratoria/executor'
import type { Trigger } from '@narratoria/protocol/skill'
import type { Skill } from '@narratoria/skills'

/** A tool of the host, which runs as a function in this process. `defineTool` of `@narratoria/tool-sdk` returns one. */
export interface HostTool extends InProcessTool {
  /** What the tool does, for planners that use a model. */
  readonly description?: string | undefined
  /** When the tool fits a prompt, for planners without a model. A string is a phrase. Defaults to never. */
  readonly triggers?: readonly (string | Trigger)[]
}

/** A tool of a {@link HostSkill}. */
export interface HostSkillTool extends HostTool {
  /** Time limit of one call in milliseconds. Defaults to the executor's `toolTimeoutMs`. */
  readonly timeoutMs?: number
  /** `outside` if it may change something outside of the story. A question then never plans it by its description. Defaults to none. */
  readonly effects?: 'outside'
}

/** A skill of the host whose tools run as functions in this process, and may come and go. */
export interface HostSkill {
  /** The name of the skill: lower-case words joined by hyphens. Unique among skills. */
  readonly name: string
  readonly displayName?: string
  readonly version?: string
  readonly description?: string
  /** Text for planners that use a model. Defaults to none. */
  readonly prompt?: string
  /** Read whenever the skills are loaded. A name is unique within the skill. */
  readonly tools: readonly HostSkillTool[]
  /** Calls `listener` when the tools have changed. Returns a function that stops it. Defaults to tools that never change. */
  onChanged?(listener: () => void): () => void
}

/** A {@link HostSkill} without its functions, as far as it is shown. */
export interface HostSkillDescription extends Omit<HostSkill, 'tools' | 'onChanged'> {
  readonly tools: readonly Omit<HostSkillTool, 'call'>[]
}

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Returns one skill for each tool, so that planners find the tools, a failed one is left out of the next plan, and each has a data
 * folder, health and a switch of its own.
 *
 * @throws {TypeError} if the name of a tool is not that of a skill
 */
export function skillsOf(tools: readonly HostTool[]): Skill[] {
  return tools.map((tool) => {
    const { name, description = '' } = tool
    requireName('tool', name)
    return toSkill({ name, description, tools: [tool] }, () => `tool:${name}`)
  })
}

/** Returns a skill of the host as a registry has it, with all its tools. @throws {TypeError} if the name is not that of a skill */
export function skillOf(skill: HostSkillDescription): Skill {
  requireName('skill', skill.name)
  return toSkill(skill, (tool) => pathOf(skill.name, tool))
}

/** Finds a tool of the skills by the name that its path has. */
export function findToolIn(skills: readonly HostSkill[], called: string): InProcessTool | undefined {
  const [skillName, toolName] = called.split('/')
  const tool = skills.find(({ name }) => name === skillName)?.tools.find(({ name }) => name === toolName)
  return tool && toolName !== undefined ? tool : undefined
}

function pathOf(skill: string, tool: string): string {
  return `tool:${skill}/${tool}`
}

function requireName(what: string, name: unknown): void {
  if (typeof name !== 'string' || !namePattern.test(name))
    throw new TypeError(`The ${what} name ${JSON.stringify(name)} must consist of lower-case words joined by hyphens.`)
}

function toSkill(skill: HostSkillDescription, pathOfTool: (name: string) => string): Skill {
  const { name, displayName = name, version = '0.0.0', description = '', prompt = '', tools } = skill
  const path = `tool:${name}`
  return {
    name,
    displayName,
    version,
    description,
    path,
    root: path,
    prompt,
    scripts: tools.map((tool) => toScript(tool, pathOfTool(tool.name))),
    capabilities: [],
    dependencies: [],
    priority: 50,
    env: [],
    enabled: true,
    errorState: 'healthy' as const,
  }
}

function toScript(tool: Omit<HostSkillTool, 'call'>, path: string): Skill['scripts'][number] {
  const { name, description = '', inputJsonSchema, triggers = [], timeoutMs, effects } = tool
  return {
    name,
    path,
    description,
    ...(inputJsonSchema && { inputSchema: inputJsonSchema }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(effects && { effects }),
    triggers: triggers.map((trigger) => (typeof trigger === 'string' ? { phrase: trigger } : trigger)),
    stage: 'act' as const,
    optional: false,
    prewarm: false,
    runnable: true,
  }
}
