import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  McpConfig,
  McpError,
  type McpServerEntry,
  type McpServerStatus,
  openMcpServers,
  parseServers,
} from '@narratoria/mcp'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { commandLine, confirmServer, describeServer } from '../../host/mcp-servers.ts'
import { narratoriaHome } from '../../host/skill-roots.ts'
import type { Io } from '../../io.ts'
import { notify, print, printJson } from '../../terminal/print.ts'
import type { AddServerOptions, ListServersOptions, NamedServerOptions, TestServerOptions } from './command.ts'

/** `narratoria mcp add`: shows a server, asks once, starts it, and stores it if its tools can be listed. */
export async function addServer(options: AddServerOptions, io: Io): Promise<number> {
  return withConfig(io, async (config) => {
    const servers = readServers(options, io)
    if (options.replace !== true)
      for (const name of Object.keys(servers))
        if (Object.hasOwn(config.read(), name))
          throw new UsageError(`there is already an MCP server "${name}"; use --replace, or another name`)
    const names = new Set([...Object.keys(config.read()), ...Object.keys(servers)])
    for (const name of Object.keys(servers)) {
      const twin = config.twinOf(name, names)
      if (twin !== undefined)
        throw new UsageError(`the MCP servers "${twin}" and "${name}" would be the same skill; choose another name`)
    }
    for (const [name, entry] of Object.entries(servers)) await requireConsent(io, name, entry, options.yes === true)
    const tested = await testServers(io, config, servers)
    const failed = tested.filter(({ state }) => state !== 'ready')
    if (failed.length > 0) {
      for (const { name, problem } of failed) notify(io, `${name} was not added: ${problem ?? 'it does not answer'}`)
      return exitCodes.failure
    }
    config.add(servers, { replace: true })
    if (options.json) printJson(io, { servers: tested })
    else for (const status of tested) printStatus(io, status)
    return exitCodes.success
  })
}

/** `narratoria mcp list`. Starts nothing. */
export async function listServers({ json }: ListServersOptions, io: Io): Promise<number> {
  return withConfig(io, async (config) => {
    const servers = Object.entries(config.read()).map(([name, entry]) => {
      const about = 'command' in entry ? { command: entry.command, args: entry.args ?? [] } : { url: entry.url }
      return { name, ...about, agreed: config.isAgreed(name, entry), disabled: entry.disabled === true }
    })
    if (json) printJson(io, { servers })
    else if (servers.length === 0) print(io, 'No MCP server is configured; add one with "narratoria mcp add".')
    for (const { name, agreed, disabled, ...where } of json ? [] : servers) {
      const note = disabled ? ' (disabled)' : agreed ? '' : ' (not confirmed yet)'
      print(io, `${name}${note}: ${'url' in where ? where.url : commandLine(where.command, where.args)}`)
    }
    return exitCodes.success
  })
}

/** `narratoria mcp test`: starts a server, and lists its tools as stories see them. */
export async function testServer({ name, json, yes }: TestServerOptions, io: Io): Promise<number> {
  return withConfig(io, async (config) => {
    const entry = config.get(name)
    if (!config.isAgreed(name, entry)) {
      await requireConsent(io, name, entry, yes === true)
      config.agree(name, entry)
    }
    const [status] = await testServers(io, config, { [name]: { ...entry, disabled: false } })
    if (json) printJson(io, status)
    else if (status?.state === 'ready') printStatus(io, status)
    else notify(io, `${name}: ${status?.problem ?? 'it does not answer'}`)
    return status?.state === 'ready' ? exitCodes.success : exitCodes.failure
  })
}

/** `narratoria mcp remove`. */
export async function removeServer({ name }: NamedServerOptions, io: Io): Promise<number> {
  return withConfig(io, async (config) => {
    config.remove(name)
    return exitCodes.success
  })
}

/** A wrong name or file is a mistake of the user. */
async function withConfig(io: Io, work: (config: McpConfig) => Promise<number>): Promise<number> {
  try {
    return await work(new McpConfig(narratoriaHome(io)))
  } catch (error) {
    throw McpError.isInstance(error) ? new UsageError(error.message) : error
  }
}

function readServers(
  { name, command, url, file, ...options }: AddServerOptions,
  io: Io,
): Record<string, McpServerEntry> {
  if (file !== undefined) {
    if (name !== undefined || url !== undefined) throw new UsageError('with --file, the names are those of the file')
    return parseServers(readJson(resolve(io.cwd, file), file), file)
  }
  if (name === undefined) throw new UsageError('name the server, such as "mcp add weather -- weather-server"')
  if ((command.length === 0) === (url === undefined))
    throw new UsageError('give either a command after "--" or --url, such as "mcp add weather -- weather-server"')
  const shared = {
    ...(options.timeout !== undefined && { timeout: options.timeout }),
    ...(options.triggers !== undefined && { triggers: resolve(io.cwd, options.triggers) }),
  }
  const entry =
    url === undefined
      ? { command: command[0]!, args: command.slice(1), ...pairsOf('env', options.env, '='), ...shared }
      : { url, ...pairsOf('headers', options.header, ':'), ...shared }
  return parseServers({ mcpServers: { [name]: entry } }, 'the command line')
}

function pairsOf(field: string, pairs: readonly string[], separator: string): Record<string, Record<string, string>> {
  if (pairs.length === 0) return {}
  const read = pairs.map((pair) => {
    const at = pair.indexOf(separator)
    if (at > 0) return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    throw new UsageError(`"${pair}" must be a name and a value, such as NAME${separator}VALUE`)
  })
  return { [field]: Object.fromEntries(read) as Record<string, string> }
}

function readJson(path: string, file: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw new UsageError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function requireConsent(io: Io, name: string, entry: McpServerEntry, yes: boolean): Promise<void> {
  if (yes) return
  if (!io.stdin.isTTY || !io.stdout.isTTY)
    throw new UsageError(`without a terminal, confirm the server with --yes:\n${describeServer(name, entry)}`)
  if (!(await confirmServer(io, name, entry))) throw new UsageError('nothing was changed')
}

/** Starts servers and returns their condition. Their tools are kept, so that a story finds them at once. */
async function testServers(
  io: Io,
  { folder, cacheFolder }: McpConfig,
  servers: Record<string, McpServerEntry>,
): Promise<McpServerStatus[]> {
  await using open = await openMcpServers({
    servers,
    folder,
    cacheFolder,
    environment: io.env,
    waitMs: 60_000,
    fresh: true,
  })
  return open.status()
}

function printStatus(io: Io, { name, skill, tools }: McpServerStatus): void {
  print(io, `${name}: ${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}, in stories as the skill ${skill}`)
  for (const tool of tools) {
    const effect = tool.readOnly ? 'reads' : tool.repeatable ? 'acts, may be repeated' : 'acts outside the story'
    print(io, `  ${tool.name} (${effect})${tool.description === '' ? '' : `: ${tool.description}`}`)
  }
}
