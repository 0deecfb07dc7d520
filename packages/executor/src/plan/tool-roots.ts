import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Returns the real path. Of a path that does not exist, only the existing parent folder is resolved. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(realPathOf(above), basename(path))
  }
}

/** Whether `path` is one of the folders `roots` or lies in one. All must be real paths. */
export function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
}

/**
 * Returns the real paths of folders, resolved against `cwd`.
 *
 * @throws {TypeError} if `roots` is not a list
 */
export function realRoots(roots: readonly string[], cwd: string): string[] {
  if (!Array.isArray(roots))
    throw new TypeError(`The folders must be a list of paths; they are ${JSON.stringify(roots)}.`)
  return roots.map((root) => realPathOf(resolve(cwd, root)))
}

/**
 * Returns the path to start a tool by, which is its real path at this moment, or `undefined` if a link leads it out of `roots`
 * now. A tool that does not exist keeps its path: its start reports that.
 */
export function launchPathOf(path: string, roots: readonly string[] | undefined): string | undefined {
  let real: string
  try {
    real = realpathSync.native(path)
  } catch {
    return path
  }
  return real === path || !roots || isInside(real, roots) ? real : undefined
}
