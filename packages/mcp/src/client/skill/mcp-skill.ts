import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Client, StandardSchemaV1 } from '@modelcontextprotocol/client'
import { isJsonObject, type JsonObject, type ProtocolEvent } from '@narratoria/protocol'
import type { HostSkill, HostSkillDescription, HostSkillTool } from '@narratoria/runtime/tools'
import { callTool } from '../call/tool-call.ts'
import type { Environment } from '../config/expand.ts'
import type { McpServerEntry } from '../config/server-entry.ts'
import { type Backoff, ServerProcess } from '../connect/server-process.ts'
import { RunningCalls } from '../../running-calls.ts'
import { plain, readTools, readTriggers, skillNameOf, type ToolDefinition } from '../tools/tool-definition.ts'
import type { ToolCache } from '../tools/tool-cache.ts'

/** What a skill is made of. */
export interface McpSkillOptions {
  name: string
  entry: McpServerEntry
  environment: Environment
  cache: ToolCache
  /** The folder that the path of a trigger file starts from. */
  folder: string
  backoff?: Backoff | undefined
  onProblem: (message: string) => void
}

const defaultTimeoutMs = 30_000
/** Progress prolongs a call up to this time. A plan has 60 s. */
const longestCallMs = 55_000
/** Milliseconds between two readings of a list of tools that changes. */
const refreshIntervalMs = 1_000
const maxInstructions = 2_000
/** The calls of a server that are remembered. */
const maxSent = 10_000

/** The skill of a server as it was last, without starting the server. */
export function describeSkill(name: string, entry: McpServerEntry, cache: ToolCache): HostSkillDescription {
  const tools = (cache.read(name, entry) ?? []).map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputJsonSchema: tool.inputSchema,
  }))
  return { name: skillNameOf(name), displayName: name, description: descriptionOf(name), tools }
}

const descriptionOf = (server: string) => `Tools of the MCP server ${server}`

/** A server as a skill: its tools, for as long as it is configured, and the process behind them. */
export class McpSkill implements HostSkill {
  readonly name: string
  readonly displayName: string
  readonly server: ServerProcess
  description: string
  prompt = ''
  tools: HostSkillTool[] = []
  readonly #options: McpSkillOptions
  readonly #listeners = new Set<() => void>()
  readonly #sent = new Set<string>()
  readonly #calls = new RunningCalls()
  #definitions: ToolDefinition[] = []
  #refresh: NodeJS.Timeout | undefined

  constructor(options: McpSkillOptions) {
    const { name, entry, environment, cache, backoff, onProblem } = options
    this.#options = options
    this.name = skillNameOf(name)
    this.displayName = name
    this.description = descriptionOf(name)
    const cached = cache.read(name, entry)
    if (cached) this.#adopt(cached)
    this.server = new ServerProcess({
      name,
      entry,
      environment,
      backoff,
      onReady: (client) => this.#connected(client),
      onProblem,
    })
  }

  /** The tools as the server described them last. */
  get definitions(): readonly ToolDefinition[] {
    return this.#definitions
  }

  onChanged(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close({ force = false }: { force?: boolean } = {}): Promise<void> {
    clearTimeout(this.#refresh)
    if (!force) await this.#calls.ended()
    await this.server.close()
    clearTimeout(this.#refresh)
  }

  async #connected(client: Client): Promise<void> {
    client.setNotificationHandler('notifications/tools/list_changed', () => this.#refreshSoon(client))
    this.prompt = plain(client.getInstructions() ?? '').slice(0, maxInstructions)
    const about = client.getServerVersion()
    if (about) this.description = plain(`Tools of ${about.title ?? about.name}`).slice(0, 200)
    await this.#load(client)
  }

  async #load(client: Client): Promise<void> {
    const { name, entry, cache, onProblem } = this.#options
    const listed = await listTools(client, defaultTimeoutMs)
    const { tools, problems } = readTools(listed, entry.tools)
    for (const problem of problems) onProblem(problem)
    const before = JSON.stringify(this.#definitions)
    this.#adopt(tools)
    if (JSON.stringify(tools) === before) return
    cache.write(name, entry, tools)
    for (const listener of this.#listeners) listener()
  }

  /** A server may report changes again and again. */
  #refreshSoon(client: Client): void {
    if (this.#refresh) return
    this.#refresh = setTimeout(() => {
      this.#refresh = undefined
      this.#load(client).catch((error: unknown) => this.#options.onProblem(String(error)))
    }, refreshIntervalMs).unref()
  }

  #adopt(definitions: ToolDefinition[]): void {
    this.#definitions = definitions
    const triggers = this.#readTriggers()
    this.tools = definitions.map((definition) => this.#toTool(definition, triggers))
  }

  #toTool(tool: ToolDefinition, allTriggers: JsonObject): HostSkillTool {
    const { timeout: timeoutMs = defaultTimeoutMs } = this.#options.entry
    const { triggers, problem } = readTriggers(allTriggers[tool.original])
    if (problem !== undefined) this.#options.onProblem(`the triggers of "${tool.original}": ${problem}`)
    const maxTimeoutMs = Math.max(longestCallMs, timeoutMs)
    return {
      name: tool.name,
      description: tool.description,
      inputJsonSchema: tool.inputSchema,
      triggers,
      timeoutMs: maxTimeoutMs,
      ...(!tool.readOnly && { effects: 'outside' as const }),
      call: (request, { write, signal }) => {
        if (this.#sent.size > maxSent) this.#sent.clear()
        const parts = { server: this.server, serverName: this.#options.name, tool, timeoutMs, maxTimeoutMs }
        const writeEvent = (event: Omit<ProtocolEvent, 'version'>) =>
          write(`${JSON.stringify({ version: '0', ...event })}\n`)
        return this.#calls.follow(callTool({ ...parts, sent: this.#sent }, request, { write: writeEvent, signal }))
      },
    }
  }

  #readTriggers(): JsonObject {
    const { entry, folder, onProblem } = this.#options
    if (typeof entry.triggers !== 'string') return entry.triggers ?? {}
    const file = resolve(folder, entry.triggers)
    try {
      const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
      if (isJsonObject(read)) return read
      onProblem(`the trigger file ${file} must hold an object: {"tool": ["phrase"]}`)
    } catch (error) {
      onProblem(`the trigger file ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
    }
    return {}
  }
}

/** The maximum number of pages of a list. */
const maxPages = 64

/** Any result. What is usable is decided tool by tool. */
const anyResult: StandardSchemaV1<unknown, unknown> = {
  '~standard': { version: 1, vendor: 'narratoria', validate: (value) => ({ value }) },
}

/** Lists the tools of a server. One invalid tool does not hide the others. */
async function listTools(client: Client, timeoutMs: number): Promise<readonly unknown[]> {
  // Without this check, the SDK prints to standard output if a server has no tools.
  if (client.getServerCapabilities()?.tools === undefined) return []
  try {
    return (await client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs })).tools
  } catch {
    return listUnchecked(client, timeoutMs)
  }
}

async function listUnchecked(client: Client, timeout: number): Promise<unknown[]> {
  const tools: unknown[] = []
  let cursor: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const params = cursor === undefined ? {} : { cursor }
    const result = await client.request({ method: 'tools/list', params }, anyResult, { timeout })
    if (!isJsonObject(result) || !Array.isArray(result.tools))
      throw new TypeError('The answer to tools/list has no list "tools".')
    tools.push(...(result.tools as unknown[]))
    if (typeof result.nextCursor !== 'string' || tools.length > 1_000) return tools
    cursor = result.nextCursor
  }
  return tools
}
