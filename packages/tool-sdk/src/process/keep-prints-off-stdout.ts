import { fs } from '../builtins.ts'
import { isEntry, isWorkerThread } from './entry.ts'

/**
 * Redirects `console.*` and `process.stdout` to standard error, because standard output only carries events. The stream is
 * created when something is printed.
 */
export function keepPrintsOffStdout(): void {
  if (redirected.length > 0) return
  for (const [owner, name] of [
    [process, 'stdout'],
    [console, '_stdout'],
  ] as const) {
    redirected.push([owner, name, Object.getOwnPropertyDescriptor(owner, name)!])
    Object.defineProperty(owner, name, { get: () => process.stderr, configurable: true })
  }
}

const redirected: [owner: object, name: string, before: PropertyDescriptor][] = []

/** Undoes {@link keepPrintsOffStdout}, because the process turned out to be a host. */
export function restorePrints(): void {
  for (const [owner, name, before] of redirected.splice(0)) Object.defineProperty(owner, name, before)
}

/**
 * Whether this process will run a tool: the entry file calls `defineTool` or contains this package. Known before the tool is
 * defined, so that earlier output of other modules is redirected too.
 *
 * @param here the URL of this package's file
 */
export function willServe(here: string): boolean {
  const entry = process.argv[1]
  if (entry === undefined || isWorkerThread()) return false
  try {
    return /\bdefineTool\s*\(/.test(fs.readFileSync(entry, 'latin1')) || isEntry(here)
  } catch {
    return false
  }
}
