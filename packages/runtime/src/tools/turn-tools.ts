import type { ExecuteOptions, Executor } from '@narratoria/executor'
import type { JsonObject } from '@narratoria/protocol'
import { fitsAnyPrompt, type SkillRegistry, type SkillSnapshot } from '@narratoria/skills'
import { describeSkillTool, type HostEndpoint } from './describe-skill-tool.ts'

/** The part of an execution's options that depends on the skills of its turn. */
export type ToolsOf = (turnSkills: SkillSnapshot) => Pick<ExecuteOptions, 'roots' | 'describeTool'>

/** Describes the scripts of the enabled skills to the executor. Tokens of the host's endpoint are registered as secrets. */
export function toolsOf(skills: SkillRegistry, host: HostEndpoint | undefined): ToolsOf {
  return (turnSkills) => ({
    roots: turnSkills.list().flatMap((skill) => (skill.enabled ? [skill.path] : [])),
    describeTool: (toolPath) => {
      const tool = describeSkillTool(toolPath, { turnSkills, host })
      // A script may print the token that it receives.
      const token = tool?.request?.host?.token
      if (token !== undefined) skills.addSecrets([token])
      return tool
    },
  })
}

/**
 * Starts, while a turn is planned, the scripts that every turn needs: those that recall, and the one that narrates.
 */
export function prewarmScripts(executor: Executor, tools: ToolsOf, turnSkills: SkillSnapshot, state: JsonObject): void {
  const scripts = turnSkills.available().flatMap((skill) => skill.scripts.filter(({ prewarm }) => prewarm))
  const recalling = scripts.filter((script) => script.stage === 'recall' && fitsAnyPrompt(script, state))
  const narrating = scripts.filter((script) => script.stage === 'narrate').slice(0, 1)
  // A script that fails to start reports it when the plan runs it.
  for (const { path } of [...recalling, ...narrating]) executor.prewarm(path, tools(turnSkills)).catch(() => {})
}
