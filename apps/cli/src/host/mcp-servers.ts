import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { McpConfig, McpServerEntry, McpServers } from '@narratoria/mcp'
import { printable } from '@narratoria/protocol/printable'
import type { Skill } from '@narratoria/skills'
import type { Io } from '../io.ts'
import { notify } from '../terminal/print.ts'
import { openPrompt } from '../terminal/prompt.ts'
import { narratoriaHome } from './skill-roots.ts'

/** Starts the MCP servers of the user that the user has agreed to. Undefined if none is configured or may be started. */
export async function openAgreedServers(io: Io): Promise<McpServers | undefined> {
  // Started by another one as its server, which may be in its own list of servers.
  if (io.env.NARRATORIA_IS_SERVER !== undefined) return undefined
  const home = narratoriaHome(io)
  // The protocol is loaded only if there is a server.
  if (!existsSync(join(home, 'mcp.json'))) return undefined
  const { McpConfig, McpError, openMcpServers } = await import('@narratoria/mcp')
  const config = new McpConfig(home)
  try {
    const servers = await agreedServers(io, config)
    if (Object.keys(servers).length === 0) return undefined
    const { folder, cacheFolder } = config
    const onProblem = (name: string, message: string) => notify(io, printable(`MCP server ${name}: ${message}`))
    return await openMcpServers({ servers, folder, cacheFolder, environment: io.env, onProblem })
  } catch (error) {
    if (!McpError.isInstance(error)) throw error
    notify(io, printable(`MCP servers were left out: ${error.message}`))
    return undefined
  }
}

/** The skills of the user's MCP servers as they were last. Starts no server. */
export async function skillsOfServers(io: Io): Promise<Skill[]> {
  const home = narratoriaHome(io)
  if (!existsSync(join(home, 'mcp.json'))) return []
  const [{ knownSkills, McpConfig, McpError }, { skillOf }] = await Promise.all([
    import('@narratoria/mcp'),
    import('@narratoria/runtime/tools'),
  ])
  try {
    return knownSkills(new McpConfig(home)).map(skillOf)
  } catch (error) {
    if (!McpError.isInstance(error)) throw error
    notify(io, printable(`MCP servers were left out: ${error.message}`))
    return []
  }
}

async function agreedServers(io: Io, config: McpConfig): Promise<Record<string, McpServerEntry>> {
  const agreed: Record<string, McpServerEntry> = {}
  for (const [name, entry] of Object.entries(config.read())) {
    if (entry.disabled === true) continue
    const twin = config.twinOf(name, Object.keys(agreed))
    if (twin !== undefined) {
      const why = `it would be the same skill as ${twin}; rename one of them in ${config.file}`
      notify(io, printable(`the MCP server ${name} was left out: ${why}.`))
      continue
    }
    if (config.isAgreed(name, entry)) agreed[name] = entry
    else if (!io.stdin.isTTY || !io.stdout.isTTY)
      notify(io, printable(`the MCP server ${name} was left out: confirm it with "narratoria mcp test ${name}".`))
    else if (await confirmServer(io, name, entry)) {
      config.agree(name, entry)
      agreed[name] = entry
    }
  }
  return agreed
}

/** Shows what a server is and asks whether to use it. */
export async function confirmServer(io: Io, name: string, entry: McpServerEntry): Promise<boolean> {
  const prompt = openPrompt(io, { plain: true })
  try {
    const answer = await prompt.ask(`${describeServer(name, entry)}\nUse its tools in stories? [y/N] `)
    return /^y(es)?$/i.test(answer?.trim() ?? '')
  } finally {
    prompt.close()
  }
}

/** A command with its arguments. What a shell would read as more than one word, or as none, is quoted. */
export function commandLine(command: string, args: readonly string[] = []): string {
  return [command, ...args]
    .map((word) => (/^[\w./:=@%+,${}~^\\-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ')
}

/** What a server may do, without the values of its variables and headers. */
export function describeServer(name: string, entry: McpServerEntry): string {
  const secrets = Object.keys(('command' in entry ? entry.env : entry.headers) ?? {}).join(', ')
  const lines =
    'command' in entry
      ? [`  runs:  ${commandLine(entry.command, entry.args)}`, '  It can read and write what you can.']
      : [`  sends what its tools get to:  ${entry.url}`]
  const gets = secrets === '' ? [] : [`  gets:  ${secrets}`]
  return printable(
    [
      `MCP server ${name}`,
      ...lines,
      ...gets,
      '  Its tools may act outside the story, which undo does not reverse.',
    ].join('\n'),
  )
}
