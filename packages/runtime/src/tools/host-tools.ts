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

const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*$/

/**
 * Returns one skill for each tool, so that planners find the tools, a failed one is left out of the next plan, and each has a data
 * folder, health and a switch of its own.
 *
 * @throws {TypeError} if the name of a tool is not that of a skill
 */
export function skillsOf(tools: readonly HostTool[]): Skill[] {
  return tools.map(({ name, description = '', inputJsonSchema, triggers = [] }) => {
    if (typeof name !== 'string' || !namePattern.test(name))
      throw new TypeError(`The tool name ${JSON.stringify(name)} must consist of lower-case words joined by hyphens.`)
    const path = `tool:${name}`
    const script = {
      name,
      path,
      description,
      ...(inputJsonSchema && { inputSchema: inputJsonSchema }),
      triggers: triggers.map((trigger) => (typeof trigger === 'string' ? { phrase: trigger } : trigger)),
      stage: 'act' as const,
      optional: false,
      prewarm: false,
      runnable: true,
    }
    return {
      name,
      displayName: name,
      version: '0.0.0',
      description,
      path,
      root: path,
      prompt: '',
      scripts: [script],
      capabilities: [],
      dependencies: [],
      priority: 50,
      env: [],
      enabled: true,
      errorState: 'healthy' as const,
    }
  })
}
