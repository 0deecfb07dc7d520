import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { McpError } from '../errors.ts'

/** What every entry may have, in addition to fields of other programs, which are kept. */
interface EntryOptions {
  /** Milliseconds without an answer or progress after which a call fails. Defaults to 30,000. */
  timeout?: number
  /** The original names of the tools to use. Defaults to all. */
  tools?: string[]
  /** Phrases or patterns for planners without a model, by the original name of the tool; or the path of a JSON file with them. */
  triggers?: string | Record<string, JsonValue>
  /** Whether the server is left alone. Defaults to false. */
  disabled?: boolean
}

/** A server that is started as a process. */
export interface StdioEntry extends EntryOptions {
  command: string
  args?: string[]
  /** Variables to add to a small environment. `${NAME}` stands for a variable of the host. */
  env?: Record<string, string>
  cwd?: string
}

/** A server at an address. */
export interface HttpEntry extends EntryOptions {
  url: string
  /** `sse` for servers of the protocol before 2025. Defaults to `http`. */
  type?: 'http' | 'sse'
  /** `${NAME}` stands for a variable of the host. */
  headers?: Record<string, string>
}

/** An entry of `mcpServers`, as other MCP hosts write it. */
export type McpServerEntry = StdioEntry | HttpEntry

/** Whether a server is started as a process. */
export function isStdio(entry: McpServerEntry): entry is StdioEntry {
  return 'command' in entry
}

/**
 * Reads the servers of a configuration: an object with `mcpServers`, or `servers` as VS Code writes it.
 *
 * @throws {McpError} `invalid_config` that names the server and the field
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { parseServers } from '@narratoria/mcp'
 *
 * const servers = parseServers({ mcpServers: { weather: { command: 'weather-server' } } }, 'mcp.json')
 * assert.deepEqual(Object.keys(servers), ['weather'])
 * ```
 */
export function parseServers(document: unknown, file: string): Record<string, McpServerEntry> {
  const fail = (what: string) => new McpError('invalid_config', `${file}: ${what}`)
  const found = isJsonObject(document) ? (document.mcpServers ?? document.servers) : undefined
  if (!isJsonObject(found))
    throw fail('there is no object "mcpServers"; write {"mcpServers": {"name": {"command": "…"}}}')
  return Object.fromEntries(
    Object.entries(found).map(([name, entry]) => {
      const fault = isServerName(name) ? faultOf(entry) : 'the name must have 1 to 64 letters, digits, dots, - or _'
      if (fault !== undefined) throw fail(`server ${JSON.stringify(name)}: ${fault}`)
      return [name, normalized(entry as JsonObject)]
    }),
  )
}

/** Whether a text can be the name of a server. */
export function isServerName(name: string): boolean {
  return /^[\w.-]{1,64}$/.test(name) && !name.startsWith('.')
}

function normalized(entry: JsonObject): McpServerEntry {
  if (entry.url === undefined) return entry as unknown as StdioEntry
  const { type, ...rest } = entry
  return { ...rest, type: type === 'sse' ? 'sse' : 'http' } as unknown as HttpEntry
}

function faultOf(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return 'must be an object'
  const { command, args, env, cwd, url, headers, timeout, tools, triggers } = entry
  if ((command === undefined) === (url === undefined)) return 'must have either "command" or "url"'
  if (command !== undefined && !isText(command)) return '"command" must be a non-empty string'
  if (args !== undefined && !isTexts(args)) return '"args" must be a list of strings'
  if (env !== undefined && !isTextMap(env)) return '"env" must be an object of strings'
  if (cwd !== undefined && !isText(cwd)) return '"cwd" must be a non-empty string'
  if (url !== undefined && !isWebAddress(url)) return '"url" must be an address that starts with http:// or https://'
  if (headers !== undefined && !isTextMap(headers)) return '"headers" must be an object of strings'
  if (timeout !== undefined && !(Number.isInteger(timeout) && (timeout as number) > 0))
    return '"timeout" must be a positive integer (milliseconds)'
  if (tools !== undefined && !isTexts(tools)) return '"tools" must be a list of strings'
  if (triggers !== undefined && !isText(triggers) && !isJsonObject(triggers))
    return '"triggers" must be an object, or the path of a file'
  return undefined
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string')
const isTextMap = (value: unknown): boolean =>
  isJsonObject(value) && Object.values(value).every((item) => typeof item === 'string')

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)
}
