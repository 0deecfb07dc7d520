import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileStamp } from '../files/file-stamp.ts'
import { listFolder } from '../files/list-folder.ts'
import { realRoots } from '../discover/discover-skills.ts'

/** The most folders of one skill that are watched, and their largest depth. */
const maxFolders = 100
const maxDepth = 6

/** A folder to watch: a root, a skill's folder, or a folder inside one. */
export interface WatchedFolder {
  path: string
  kind: 'root' | 'skill' | 'nested'
  /** The root or skill folder that a change affects. */
  owner: string
}

/** Whether changes of an entry are ignored: hidden files (temporary ones included), installed packages and a skill's data. */
export function isIgnored(entry: string, kind: WatchedFolder['kind']): boolean {
  return entry.startsWith('.') || entry === 'node_modules' || (entry === 'data' && kind === 'skill')
}

/** Every folder to watch, by path. */
export function foldersToWatch(roots: readonly string[]): Map<string, WatchedFolder> {
  const folders = new Map<string, WatchedFolder>()
  const add = (folder: WatchedFolder) => folders.has(folder.path) || folders.set(folder.path, folder)
  for (const root of realRoots(roots)) {
    add({ path: root, kind: 'root', owner: root })
    for (const entry of listFolder(root)) {
      const path = isIgnored(entry, 'root') ? undefined : realFolder(join(root, entry))
      if (path !== undefined) for (const folder of foldersOfSkill(path)) add(folder)
    }
  }
  return folders
}

/** A skill's folder and the folders inside it, breadth first, without links. */
function foldersOfSkill(owner: string): WatchedFolder[] {
  const folders: WatchedFolder[] = [{ path: owner, kind: 'skill', owner }]
  let level = folders.slice()
  for (let depth = 0; depth < maxDepth && level.length > 0; depth += 1) {
    level = level.flatMap(subfolders).slice(0, maxFolders - folders.length)
    folders.push(...level)
  }
  return folders
}

function subfolders({ path, kind, owner }: WatchedFolder): WatchedFolder[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !isIgnored(entry.name, kind))
      .map((entry) => ({ path: join(path, entry.name), kind: 'nested', owner }))
  } catch {
    return []
  }
}

/** The real path of a folder, or undefined if it is not a folder. */
export function realFolder(path: string): string | undefined {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

/** A text that changes when an entry of the folder changes, for folders that the system cannot watch. */
export function folderStamp({ path, kind }: WatchedFolder): string {
  return listFolder(path)
    .filter((entry) => !isIgnored(entry, kind))
    .map((entry) => `${entry}:${fileStamp(join(path, entry))}`)
    .join('\n')
}
