import { cpSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const shipped = fileURLToPath(new URL('../../../skills', import.meta.url))

/** Copies shipped skills as they are installed, with no settings and no data, into a folder; gives that. */
export function copyShippedSkills(folder: string, names: readonly string[]): string {
  const left = new Set(['node_modules', 'src', 'test', 'data', 'config.json', '.turbo'])
  for (const name of names)
    cpSync(join(shipped, name), join(folder, name), { recursive: true, filter: (path) => !left.has(basename(path)) })
  return folder
}
