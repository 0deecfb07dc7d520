import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describeIssues, isJsonObject, type JsonObject, listIssues } from '@narratoria/protocol'
import { ConnectionError } from '../errors.ts'
import { type Connection, type ModelRole, modelRoles } from './connection.ts'
import type { Sampling } from '../wire/sampling.ts'
import { connectionSchema, samplingSchema } from './connection-schema.ts'

/** The stored connections, and which of them each role uses. A role that is missing uses the local model, if there is one. */
export interface StoredConnections {
  connections: Connection[]
  roles: Partial<Record<ModelRole, string>>
  /** Settings of a role, whichever connection it uses. They replace those of the connection. Defaults to none. */
  settings?: Partial<Record<ModelRole, Sampling>>
}

const staleLockMs = 10_000

/** The file of connections. It is read for each call, replaced atomically, readable by its owner only, and contains no key. */
export class ConnectionStore {
  readonly path: string

  /** @param home The folder of the file `models.json`. It is created by the first change. */
  constructor(home: string) {
    this.path = join(home, 'models.json')
  }

  /** Reads the file. @throws {ConnectionError} `invalid_file` */
  async read(): Promise<StoredConnections> {
    const text = await readFile(this.path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined
      throw this.#unusable(`cannot be read (${error.code ?? error.message})`, error)
    })
    if (text === undefined) return { connections: [], roles: {} }
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (cause) {
      throw this.#unusable('is not valid JSON', cause)
    }
    return this.#parse(value)
  }

  /** The connection of a name. @throws {ConnectionError} `unknown_connection` */
  async get(name: string): Promise<Connection> {
    return find(await this.read(), name)
  }

  /** The connection of a role, with the settings of the role; undefined if it uses the local model. */
  async forRole(role: ModelRole): Promise<Connection | undefined> {
    const { connections, roles, settings } = await this.read()
    const connection = connections.find(({ name }) => name === roles[role])
    const own = settings?.[role]
    return connection && own ? { ...connection, sampling: { ...connection.sampling, ...own } } : connection
  }

  /** The settings of a role, which its model has in place of those of its connection. */
  async settingsOf(role: ModelRole): Promise<Sampling> {
    return (await this.read()).settings?.[role] ?? {}
  }

  /** Changes settings of `roles`; those that are missing stay. @throws {ConnectionError} `invalid_connection` */
  async configure(changes: Sampling, roles: readonly ModelRole[] = modelRoles): Promise<void> {
    const issues = describeIssues(listIssues(samplingSchema, changes))
    if (issues !== '') throw new ConnectionError('invalid_connection', `these settings are not usable: ${issues}`)
    await this.#change((stored) => {
      const changed = roles.map((role) => [role, { ...stored.settings?.[role], ...changes }] as const)
      return { ...stored, settings: { ...stored.settings, ...Object.fromEntries(changed) } }
    })
  }

  /**
   * Stores a connection, replacing one of the same name, and uses it for `roles`. It keeps the `patience` and the `sampling` of the
   * replaced one unless it has its own.
   */
  async save(connection: Connection, roles: readonly ModelRole[] = []): Promise<void> {
    await this.#change((stored) => {
      const { patience, sampling } = stored.connections.find(({ name }) => name === connection.name) ?? {}
      const kept = { ...(patience && { patience }), ...(sampling && { sampling }), ...connection }
      const others = stored.connections.filter(({ name }) => name !== connection.name)
      const connections = [...others, kept].toSorted((a, b) => (a.name < b.name ? -1 : 1))
      return { ...stored, connections, roles: assign(stored.roles, roles, connection.name) }
    })
  }

  /** Uses a connection for `roles`; undefined uses the local model. @throws {ConnectionError} `unknown_connection` */
  async use(name: string | undefined, roles: readonly ModelRole[] = modelRoles): Promise<void> {
    await this.#change((stored) => {
      if (name !== undefined) find(stored, name)
      return { ...stored, roles: assign(stored.roles, roles, name) }
    })
  }

  /** Removes a connection. Its roles use the local model again. @throws {ConnectionError} `unknown_connection` */
  async remove(name: string): Promise<void> {
    await this.#change((stored) => {
      find(stored, name)
      const roles = Object.fromEntries(Object.entries(stored.roles).filter(([, used]) => used !== name))
      return { ...stored, connections: stored.connections.filter((connection) => connection.name !== name), roles }
    })
  }

  async #change(change: (stored: StoredConnections) => StoredConnections): Promise<void> {
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 })
    const lock = `${this.path}.lock`
    while (!(await takeLock(lock))) await sleep(15)
    try {
      await replace(this.path, { version: 1, ...change(await this.read()) })
    } finally {
      await rm(lock, { force: true })
    }
  }

  #parse(value: unknown): StoredConnections {
    if (!isJsonObject(value) || !Array.isArray(value.connections) || !isJsonObject(value.roles))
      throw this.#unusable('must have "connections" and "roles"')
    const connections = value.connections.map((entry, at) => {
      const issues = describeIssues(listIssues(connectionSchema, entry))
      if (issues === '') return entry as unknown as Connection
      throw this.#unusable(`has an invalid connection at index ${at}: ${issues}`)
    })
    const known = new Set(connections.map(({ name }) => name))
    const roles = Object.fromEntries(
      modelRoles.flatMap((role) => {
        const used = (value.roles as Record<string, unknown>)[role]
        return typeof used === 'string' && known.has(used) ? [[role, used]] : []
      }),
    )
    return { connections, roles, ...(isJsonObject(value.settings) && { settings: this.#settingsIn(value.settings) }) }
  }

  #settingsIn(value: JsonObject): StoredConnections['settings'] {
    const given = modelRoles.flatMap((role) => (value[role] === undefined ? [] : [[role, value[role]] as const]))
    for (const [role, settings] of given) {
      const issues = describeIssues(listIssues(samplingSchema, settings))
      if (issues !== '') throw this.#unusable(`has invalid settings of the role ${role}: ${issues}`)
    }
    return Object.fromEntries(given) as StoredConnections['settings']
  }

  #unusable(fault: string, cause?: unknown): ConnectionError {
    return new ConnectionError('invalid_file', `${this.path} ${fault}; fix the file or delete it`, { cause })
  }
}

function find({ connections }: StoredConnections, name: string): Connection {
  const connection = connections.find((candidate) => candidate.name === name)
  if (connection) return connection
  const known = connections.map((candidate) => candidate.name).join(', ')
  throw new ConnectionError(
    'unknown_connection',
    `there is no connection "${name}"; ${known === '' ? 'none is stored' : `the stored ones are ${known}`}`,
  )
}

function assign(roles: StoredConnections['roles'], changed: readonly ModelRole[], name: string | undefined) {
  const kept = modelRoles.flatMap((role): [ModelRole, string][] => {
    const used = changed.includes(role) ? name : roles[role]
    return used === undefined ? [] : [[role, used]]
  })
  return Object.fromEntries(kept)
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const takenAt = await stat(lock).then(
    ({ mtimeMs }) => mtimeMs,
    () => Date.now(),
  )
  if (Date.now() - takenAt > staleLockMs) await rm(lock, { force: true })
  return false
}

async function replace(path: string, value: object): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
