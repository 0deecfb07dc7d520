import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { McpError } from './errors.ts'
import { digestOf, openToolCache } from './tools/tool-cache.ts'
import { skillNameOf } from './tools/tool-definition.ts'
import { type McpServerEntry, parseServers } from './config/server-entry.ts'

/**
 * The servers of a user: `mcp.json` in the host's folder, in the form of other MCP hosts, and a second file
 * with the ones that the user has agreed to. A changed entry needs another consent.
 */
export class McpConfig {
  readonly file: string
  /** Folder for the tools that servers had last. */
  readonly cacheFolder: string
  /** The host's folder. Paths of trigger files start from it. */
  readonly folder: string
  readonly #consentFile: string

  /** @param home the host's folder */
  constructor(home: string) {
    this.folder = home
    this.file = join(home, 'mcp.json')
    this.cacheFolder = join(home, 'mcp')
    this.#consentFile = join(home, 'agreed-mcp-servers.json')
  }

  /** Every server by name. @throws {McpError} `invalid_config` */
  read(): Record<string, McpServerEntry> {
    const document = this.#document()
    return document ? parseServers(document, this.file) : {}
  }

  /** The server of that name. @throws {McpError} `unknown_server`, `invalid_config` */
  get(name: string): McpServerEntry {
    const servers = this.read()
    const entry = Object.hasOwn(servers, name) ? servers[name] : undefined
    if (entry) return entry
    const names = Object.keys(servers).join(', ')
    const known = names === '' ? 'no MCP server is configured' : `the servers are: ${names}`
    throw new McpError('unknown_server', `There is no MCP server "${name}"; ${known}.`)
  }

  /** The first of `others` whose tools would belong to the same skill as those of the server `name`: only one of them can be used. */
  twinOf(name: string, others: Iterable<string>): string | undefined {
    return [...others].find((other) => other !== name && skillNameOf(other) === skillNameOf(name))
  }

  /** Adds servers that the user has agreed to. @throws {McpError} `name_taken` unless `replace` is true; `invalid_config` */
  add(servers: Readonly<Record<string, McpServerEntry>>, { replace = false }: { replace?: boolean } = {}): void {
    const known = this.read()
    for (const name of replace ? [] : Object.keys(servers))
      if (Object.hasOwn(known, name))
        throw new McpError('name_taken', `There is already an MCP server "${name}"; remove it first, or replace it.`)
    this.#write({ ...known, ...servers })
    for (const [name, entry] of Object.entries(servers)) this.agree(name, entry)
  }

  /** Removes a server, the consent to it and what is kept of it. @throws {McpError} `unknown_server` */
  remove(name: string): void {
    this.get(name)
    const { [name]: _removed, ...others } = this.read()
    this.#write(others)
    const { [name]: _agreed, ...consents } = this.#consents()
    save(this.#consentFile, consents)
    openToolCache(this.cacheFolder).remove(name)
  }

  /** Whether the user has agreed to this server as it is now. */
  isAgreed(name: string, entry: McpServerEntry): boolean {
    return this.#consents()[name] === digestOf(entry)
  }

  /** Stores that the user has agreed to a server. */
  agree(name: string, entry: McpServerEntry): void {
    save(this.#consentFile, { ...this.#consents(), [name]: digestOf(entry) })
  }

  #consents(): JsonObject {
    try {
      const read: unknown = JSON.parse(readFileSync(this.#consentFile, 'utf8'))
      return isJsonObject(read) ? read : {}
    } catch {
      return {}
    }
  }

  #document(): JsonObject | undefined {
    if (!existsSync(this.file)) return undefined
    try {
      const read: unknown = JSON.parse(readFileSync(this.file, 'utf8'))
      if (isJsonObject(read)) return read
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new McpError('invalid_config', `${this.file} is not valid JSON: ${why}`, { cause: error })
    }
    throw new McpError('invalid_config', `${this.file} must hold an object with "mcpServers".`)
  }

  #write(servers: Record<string, McpServerEntry>): void {
    const { servers: _other, ...document } = this.#document() ?? {}
    save(this.file, { ...document, mcpServers: servers as unknown as JsonObject })
  }
}

/** Replaces a file in one step. Entries may contain keys, so that only the user can read it. */
function save(file: string, document: JsonObject): void {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 })
  const part = `${file}.${process.pid}.part`
  try {
    writeFileSync(part, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 })
    renameSync(part, file)
  } finally {
    rmSync(part, { force: true })
  }
}
