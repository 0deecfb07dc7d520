import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Finds real paths. Of what does not exist it is the real path of the folder above it, and the rest as it stands. */
export function realPathOf(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(realPathOf(above), basename(path))
  }
}

/** Tells whether the real path `path` is one of the real folders `roots` or lies in one. */
export function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
}

/**
 * Resolves folders from `cwd` to their real paths.
 *
 * @throws {TypeError} `roots` is no list
 */
export function realRoots(roots: readonly string[], cwd: string): string[] {
  if (!Array.isArray(roots))
    throw new TypeError(`The folders must be a list of paths; they are ${JSON.stringify(roots)}.`)
  return roots.map((root) => realPathOf(resolve(cwd, root)))
}
