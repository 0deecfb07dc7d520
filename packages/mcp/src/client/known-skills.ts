import type { HostSkillDescription } from '@narratoria/runtime/tools'
import type { McpConfig } from './mcp-config.ts'
import { describeSkill } from './skill/mcp-skill.ts'
import { openToolCache } from './tools/tool-cache.ts'

/**
 * The skills of the servers that the user has agreed to, with the tools that the servers had last. Starts no server.
 *
 * @throws {McpError} `invalid_config`
 */
export function knownSkills(config: McpConfig): HostSkillDescription[] {
  const cache = openToolCache(config.cacheFolder)
  return Object.entries(config.read())
    .filter(([name, entry]) => entry.disabled !== true && config.isAgreed(name, entry))
    .map(([name, entry]) => describeSkill(name, entry, cache))
}
