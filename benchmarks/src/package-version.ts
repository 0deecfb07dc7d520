import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the installed version of a dependency, or `unknown`. */
export function versionOf(name: string): string {
  const entry = fileURLToPath(import.meta.resolve(name))
  for (let folder = dirname(entry); folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        name?: string
        version?: string
      }
      if (manifest.name === name && manifest.version !== undefined) return manifest.version
    } catch {}
  }
  return 'unknown'
}
