import type { HostSkill } from '@narratoria/runtime/tools'
import { type Environment, secretsOf } from './config/expand.ts'
import type { McpServerEntry } from './config/server-entry.ts'
import { McpError } from './errors.ts'
import { McpSkill } from './skill/mcp-skill.ts'
import type { Backoff, ServerState } from './connect/server-process.ts'
import { openToolCache } from './tools/tool-cache.ts'

/** Options of {@link openMcpServers}. */
export interface McpServersOptions {
  /** The servers by name, as {@link parseServers} reads them. The caller has the user's consent to run them. */
  servers: Readonly<Record<string, McpServerEntry>>
  /** Folder for the tools that servers had last, so that the next host plans with them at once. Defaults to none. */
  cacheFolder?: string
  /** Folder that the paths of trigger files start from. Defaults to the working directory. */
  folder?: string
  /** The variables for `${NAME}`. Defaults to `process.env`. */
  environment?: Environment
  /** Milliseconds to wait for servers whose tools are not known yet. Defaults to 10,000. */
  waitMs?: number
  /** Whether to wait for every server, even if its tools are known. Defaults to false. */
  fresh?: boolean
  backoff?: Backoff
  /** Called when a server fails, and with what was left out of its tools. Defaults to ignoring it. */
  onProblem?: (server: string, message: string) => void
}

/** The condition of one server. */
export interface McpServerStatus {
  name: string
  skill: string
  state: ServerState
  /** Why it is not ready. */
  problem?: string
  tools: { name: string; original: string; description: string; readOnly: boolean; repeatable: boolean }[]
}

/** Running servers, and the skills that their tools belong to. */
export interface McpServers extends AsyncDisposable {
  /** One skill for each server: `hostSkills` of `createNarratoria`. */
  readonly skills: readonly HostSkill[]
  /** Values of variables and headers that must not be shown. */
  readonly secrets: readonly string[]
  /** Returns the condition of each server, in the order of the options. */
  status(): McpServerStatus[]
  /** Waits for calls in progress and ends every server. With `force`, such calls fail. `force` defaults to false. */
  close(options?: { force?: boolean }): Promise<void>
}

/**
 * Starts MCP servers and keeps them running: each becomes a skill whose tools planners can use. A server that fails is started
 * again with growing waits, and harms no other. Waits for the tools of servers that are not in the cache.
 *
 * @throws {McpError} `name_taken` if two names give the same skill
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { openMcpServers } from '@narratoria/mcp'
 *
 * const program = `
 *   import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
 *   import { serveStdio } from '@modelcontextprotocol/server/stdio'
 *   serveStdio(() => {
 *     const server = new McpServer({ name: 'weather', version: '1.0.0' })
 *     const inputSchema = fromJsonSchema({ type: 'object' })
 *     const forecast = { description: 'Gives the forecast.', inputSchema }
 *     server.registerTool('forecast', forecast, () => ({ content: [{ type: 'text', text: 'Rain.' }] }))
 *     return server
 *   })`
 * const weather = { command: process.execPath, args: ['--input-type=module', '--eval', program] }
 * const servers = await openMcpServers({ servers: { weather } })
 * const [status] = servers.status() // servers.skills is the option hostSkills of createNarratoria
 * await servers.close()
 * assert.deepEqual(
 *   status?.tools.map(({ original }) => original),
 *   ['forecast'],
 * )
 * ```
 */
export async function openMcpServers(options: McpServersOptions): Promise<McpServers> {
  const { servers, environment = process.env, folder = process.cwd(), waitMs = 10_000, backoff, onProblem } = options
  const cache = openToolCache(options.cacheFolder)
  const entries = Object.entries(servers).filter(([, { disabled }]) => disabled !== true)
  const skills: McpSkill[] = []
  const close: McpServers['close'] = async (how) => void (await Promise.all(skills.map((skill) => skill.close(how))))
  for (const [name, entry] of entries) {
    const report = (message: string) => onProblem?.(name, message)
    skills.push(new McpSkill({ name, entry, environment, cache, folder, backoff, onProblem: report }))
    const [twin] = skills.filter((skill) => skill.name === skills.at(-1)!.name)
    if (twin === skills.at(-1)) continue
    await close()
    const message = `The MCP servers "${twin!.displayName}" and "${name}" would both be the skill ${twin!.name}; rename one.`
    throw new McpError('name_taken', message)
  }
  const unknown = skills.filter(({ definitions }) => options.fresh === true || definitions.length === 0)
  await Promise.all(unknown.map(({ server }) => server.firstStart(waitMs)))
  return {
    skills,
    secrets: entries.flatMap(([, entry]) => secretsIn(entry, environment)),
    status: () => skills.map(statusOf),
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}

function statusOf({ displayName, name, server, definitions }: McpSkill): McpServerStatus {
  const tools = definitions.map(({ inputSchema: _schema, ...tool }) => tool)
  const { state, problem } = server
  return { name: displayName, skill: name, state, ...(problem !== undefined && { problem }), tools }
}

function secretsIn(entry: McpServerEntry, environment: Environment): string[] {
  try {
    return secretsOf(entry, environment)
  } catch {
    return []
  }
}
