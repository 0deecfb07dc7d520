import type { ToolDescription } from '@narratoria/executor'
import type { StructuredLevel } from '@narratoria/models'
import type { ToolRequest } from '@narratoria/protocol'
import { isConfined, type Skill, type SkillSnapshot } from '@narratoria/skills'

/** An OpenAI-compatible endpoint of a local model that the skills' scripts may use. */
export interface HostEndpoint {
  baseUrl: string
  token: string
  /** Most tokens of a request and its answer together. Defaults to unknown. */
  contextTokens?: number
  /** The strongest form of structured output that is enforced. Defaults to `schema`. */
  structured?: StructuredLevel
  /** Whether schemas may have bounds, which are enforced too. Defaults to false. */
  enforcesBounds?: boolean
  /** Returns a token per skill, if the endpoint distinguishes its clients. Defaults to sharing `token`. */
  tokenFor?: (skill: string) => string
}

/**
 * Describes what a skill's script needs: its input schema, time limit and environment, a sandbox if the user does not trust the skill, and
 * the skill's settings and data folder for its request. Only the request contains secrets.
 */
export function describeSkillTool(
  toolPath: string,
  { turnSkills, host, story }: { turnSkills: SkillSnapshot; host?: HostEndpoint; story?: ToolRequest['story'] },
): ToolDescription | undefined {
  const found = turnSkills.scriptAt(toolPath)
  if (!found) return undefined
  const { skill, script } = found
  // Without network, a model endpoint cannot be reached.
  const sandbox = isConfined(skill) ? { network: skill.network === true } : undefined
  const reachable = sandbox && !sandbox.network ? undefined : host
  return {
    name: script.name,
    ...(sandbox && { sandbox }),
    ...(script.reusable && { worker: workerOf(skill) }),
    inputSchema: script.inputSchema,
    timeoutMs: script.timeoutMs,
    prewarm: script.prewarm,
    limitsItself: script.stage === 'narrate',
    env: Object.fromEntries(
      skill.env.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    ),
    request: {
      skill: {
        name: skill.name,
        dataDir: turnSkills.dataDir(skill.name),
        config: turnSkills.resolveConfig(skill.name).values,
      },
      ...(reachable && { host: hostFor(reachable, skill.name) }),
      ...(story && script.stage === 'narrate' && { story }),
    },
  }
}

/** The skills of one root share a worker; an installed skill has its own. */
function workerOf({ origin, path, root }: Skill): string {
  return origin ? path : root
}

function hostFor({ baseUrl, token, tokenFor, contextTokens }: HostEndpoint, skill: string): ToolRequest['host'] {
  return { baseUrl, token: tokenFor?.(skill) ?? token, ...(contextTokens !== undefined && { contextTokens }) }
}
