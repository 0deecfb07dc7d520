import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { ClusterError } from '../errors.ts'

const run = promisify(execFile)

/** Options of a server that is started here. */
export interface ServerOptions {
  /** The folder of the programs `initdb` and `postgres`. */
  binaries: string
  /** The folder of its data. It is created if it is missing. */
  folder: string
  /** Defaults to a free one. */
  port?: number
  password: string
  /** Further settings of the server. */
  settings?: Readonly<Record<string, string>>
}

/** A PostgreSQL server that runs as a child of this process. */
export interface PostgresServer extends AsyncDisposable {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** Rolls open transactions back, ends its connections and writes a checkpoint. With `force`, it ends as in a crash. `force` defaults to false. */
  close(options?: { force?: boolean }): Promise<void>
}

const user = 'narratoria'
/** Milliseconds until a server must answer. */
const startLimitMs = 60_000

/**
 * Starts a PostgreSQL server of its own on the loopback address.
 *
 * @throws {ClusterError} `database_unreachable` if it does not start
 */
export async function startPostgres(options: ServerOptions): Promise<PostgresServer> {
  const { binaries, folder, password } = options
  const owner = await ownerOf()
  await createCluster({ binaries, folder, password }, owner)
  const port = options.port ?? (await freePort())
  const settings = Object.entries(options.settings ?? {}).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(
    join(binaries, 'postgres'),
    ['-D', folder, '-h', '127.0.0.1', '-p', String(port), '-k', '', ...settings],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder, ...owner },
  )
  let output = ''
  child.stderr!.on('data', (chunk: Buffer) => (output = `${output}${chunk.toString()}`.slice(-4_000)))
  const url = `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`
  await ready(child, url, () => output)
  const close: PostgresServer['close'] = async ({ force = false } = {}) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill(force ? 'SIGQUIT' : 'SIGINT')
    await exited
  }
  return { url, port, pid: child.pid!, close, [Symbol.asyncDispose]: () => close() }
}

/** A server refuses to run as root, so it then runs as the system's user for it. */
async function ownerOf(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = await readFile('/etc/passwd', 'utf8')
  const found = /^postgres:[^:]*:(\d+):(\d+)/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(users)
  return found ? { uid: Number(found[1]), gid: Number(found[2]) } : { uid: 65_534, gid: 65_534 }
}

async function createCluster(
  { binaries, folder, password }: Pick<ServerOptions, 'binaries' | 'folder' | 'password'>,
  owner: { uid: number; gid: number } | undefined,
): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  const passwordFile = join(folder, '..', `.password-${process.pid}`)
  await writeFile(passwordFile, password, { mode: 0o600 })
  try {
    for (const path of owner ? [folder, passwordFile] : []) await chown(path, owner!.uid, owner!.gid)
    const how = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '--locale=C', '--no-sync']
    await run(join(binaries, 'initdb'), ['-D', folder, '-U', user, ...how], { cwd: folder, ...owner })
  } catch (error) {
    throw new ClusterError('database_unreachable', `The database in ${folder} could not be created.`, { cause: error })
  } finally {
    await rm(passwordFile, { force: true })
  }
}

async function ready(child: ChildProcess, url: string, output: () => string): Promise<void> {
  const limit = Date.now() + startLimitMs
  while (Date.now() < limit && child.exitCode === null) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return
    } catch {
      await delay(30)
    } finally {
      await client.end().catch(() => {})
    }
  }
  child.kill('SIGQUIT')
  throw new ClusterError(
    'database_unreachable',
    `The PostgreSQL server did not start: ${output().trim() || 'no output'}`,
  )
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
