import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { StoryError } from '../errors.ts'
import { layout } from '../files/layout.ts'

/** Whether a folder is a story project. Version control does not keep empty folders, so those may be missing. */
export function isProject(folder: string): boolean {
  return [layout.state, layout.config, layout.memory.characters].every((part) => existsSync(join(folder, part)))
}

/**
 * Finds the project of a folder: the folder itself or the nearest one above it. Otherwise returns the project directly below the
 * folder that was created last.
 *
 * @throws {StoryError} `project_not_found`
 */
export function findProject(from: string): string {
  for (let folder = resolve(from); ; folder = dirname(folder)) {
    if (isProject(folder)) return folder
    if (dirname(folder) === folder) break
  }
  const below = (existsSync(from) ? readdirSync(from, { withFileTypes: true }) : [])
    .filter((entry) => entry.isDirectory() && isProject(join(from, entry.name)))
    .map((entry) => resolve(from, entry.name))
    .map((folder) => ({
      folder,
      madeAt: statSync(join(folder, layout.own, 'made'), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .sort((a, b) => b.madeAt - a.madeAt)
  if (below[0]) return below[0].folder
  throw new StoryError(
    'project_not_found',
    `there is no story project in ${resolve(from)} or above it; create one with: narratoria story new NAME`,
  )
}
