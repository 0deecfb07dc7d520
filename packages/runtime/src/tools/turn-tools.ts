import type { ExecuteOptions, Executor } from '@narratoria/executor'
import { worldCapability } from '@narratoria/planner'
import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { fitsAnyPrompt, type Skill, type SkillRegistry, type SkillSnapshot } from '@narratoria/skills'
import type { TurnTelemetry } from '../telemetry/telemetry.ts'
import { describeSkillTool, type HostEndpoint } from './describe-skill-tool.ts'

/** The part of an execution's options that depends on the skills of its turn. */
export type ToolsOf = (
  turnSkills: SkillSnapshot,
  /** For scripts that narrate. Defaults to none. */
  story?: ToolRequest['story'],
) => Pick<ExecuteOptions, 'roots' | 'describeTool'>

/**
 * Describes the scripts of the enabled skills to the executor. The host's endpoint is read for each tool, so that it may change.
 * Its tokens are registered as secrets.
 */
export function toolsOf(skills: SkillRegistry, endpoint: () => HostEndpoint | undefined): ToolsOf {
  return (turnSkills, story) => ({
    roots: turnSkills.list().flatMap((skill) => (skill.enabled ? [skill.path] : [])),
    describeTool: (toolPath) => {
      const host = endpoint()
      const tool = describeSkillTool(toolPath, { turnSkills, host, story })
      // A script may print the token that it receives.
      const token = tool?.request?.host?.token
      if (token !== undefined) skills.addSecrets([token])
      return tool
    },
  })
}

/** Traces the attempts of a turn, with the names of their skills and scripts. */
export function attemptsOf(
  turnSkills: SkillSnapshot,
  span: TurnTelemetry | undefined,
): Pick<ExecuteOptions, 'observeAttempt'> {
  if (!span) return {}
  return {
    observeAttempt: (attempt) => {
      const found = turnSkills.scriptAt(attempt.toolPath)
      return span.attempt({ ...attempt, tool: found ? `${found.skill.name}/${found.script.name}` : attempt.toolId })
    },
  }
}

/** How many acts of a turn find a waiting process. */
const prewarmedActs = 3

/**
 * Starts, while a turn is planned, the scripts that it probably needs: those that recall or record in every turn, those
 * that perform acts in a world, and the one that narrates.
 */
export function prewarmScripts(
  executor: Executor,
  tools: ToolsOf,
  turnSkills: SkillSnapshot,
  { state, hasWorld }: { state: JsonObject; hasWorld: boolean },
): void {
  const scripts = turnSkills
    .available()
    .flatMap((skill) => skill.scripts.filter(({ prewarm }) => prewarm).map((script) => ({ skill, script })))
  const acting = scripts.filter(({ skill, script }) => hasWorld && isWorldSkill(skill) && script.stage === 'act')
  const always = scripts.filter(
    ({ skill, script }) =>
      (hasWorld || !isWorldSkill(skill)) &&
      (script.stage === 'recall' || script.stage === 'record') &&
      fitsAnyPrompt(script, state),
  )
  const narrating = scripts.filter(({ script }) => script.stage === 'narrate').slice(0, 1)
  const start = (path: string, count: number) =>
    // A script that fails to start reports it when the plan runs it.
    executor.prewarm(path, { ...tools(turnSkills), count }).catch(() => {})
  for (const { script } of acting) void start(script.path, prewarmedActs)
  for (const { script } of [...always, ...narrating]) void start(script.path, 1)
}

function isWorldSkill({ capabilities }: Skill): boolean {
  return capabilities.includes(worldCapability)
}
