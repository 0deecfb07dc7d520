import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** The real path of `path`; of what does not exist, the real path of the folder above it and the rest as it stands. */
export function realPathOf(path: string): string {
  const missing: string[] = []
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return join(realpathSync.native(existing), ...missing)
    } catch {
      if (dirname(existing) === existing) return path
      missing.unshift(basename(existing))
    }
  }
}

/** Tells whether the real path `path` is one of the real folders `roots` or lies in one. */
export function isInside(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep))
}

/** Resolves folders from `cwd` to their real paths. */
export function realRoots(roots: readonly string[], cwd: string): string[] {
  return roots.map((root) => realPathOf(resolve(cwd, root)))
}
