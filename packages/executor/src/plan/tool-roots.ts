import { lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** Finds real paths; asks for each folder only once. */
export class RealPaths {
  readonly #folders = new Map<string, string>()

  /** The real path of `path`; of what does not exist, the real path of the folder above it and the rest as it stands. */
  of(path: string): string {
    const above = dirname(path)
    if (above === path) return path
    const place = lstatSync(path, { throwIfNoEntry: false })
    if (place?.isSymbolicLink() === true) {
      try {
        return realpathSync.native(path)
      } catch {
        // It leads nowhere, and is itself the last that exists.
      }
    }
    let folder = this.#folders.get(above)
    if (folder === undefined) this.#folders.set(above, (folder = this.of(above)))
    return join(folder, basename(path))
  }
}

/** Tells whether the real path `path` is one of the real folders `roots` or lies in one. */
export function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
}

/** Resolves folders from `cwd` to their real paths. */
export function realRoots(roots: readonly string[], cwd: string): string[] {
  const realPaths = new RealPaths()
  return roots.map((root) => realPaths.of(resolve(cwd, root)))
}
