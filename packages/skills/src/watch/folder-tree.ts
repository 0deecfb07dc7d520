import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { realRoots } from '../discover/discover-skills.ts'

/** The most folders of one skill that are watched, and how deep they may lie. */
const maxFolders = 100
const maxDepth = 6

/** Entries whose changes mean nothing: hidden files (our own temporary ones too), installed packages, a skill's data. */
export function isIgnored(entry: string): boolean {
  return entry.startsWith('.') || entry === 'node_modules' || entry === 'data'
}

/** Every folder worth watching, with the root or skill folder that a change in it touches. */
export function foldersToWatch(roots: readonly string[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const root of realRoots(roots)) {
    owners.set(root, root)
    for (const entry of entriesOf(root)) {
      const folder = isIgnored(entry) ? undefined : realFolder(join(root, entry))
      if (folder !== undefined && !owners.has(folder))
        for (const nested of nestedFolders(folder)) owners.set(nested, owners.get(nested) ?? folder)
    }
  }
  return owners
}

/** A folder and those below it, links aside, breadth first. */
function nestedFolders(folder: string): string[] {
  const folders = [folder]
  let level = [folder]
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap(subfolders).slice(0, maxFolders - folders.length)
    folders.push(...level)
  }
  return folders
}

function subfolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isIgnored(entry.name))
      .map((entry) => join(folder, entry.name))
  } catch {
    return []
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** The real path of a folder; undefined where there is none. */
export function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

/** Changes when an entry of the folder does: for folders that the system cannot watch. */
export function folderStamp(folder: string): string {
  const entries = entriesOf(folder).filter((entry) => !isIgnored(entry))
  return entries
    .map((entry) => {
      const status = statSync(join(folder, entry), { throwIfNoEntry: false, bigint: true })
      return `${entry}:${status?.ino}:${status?.size}:${status?.mtimeNs}:${status?.mode}`
    })
    .join('\n')
}
