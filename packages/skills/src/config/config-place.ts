import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '../errors.ts'

/** A skill's folder and name, and the host's home, which takes the folder's place where that cannot be written. */
export interface StoragePlace {
  folder: string
  name: string
  home: string
}

/** The folder of the home that holds what a skill's own folder cannot. */
function ownFolder({ home, name }: StoragePlace): string {
  return join(home, 'skill-data', name)
}

/**
 * The file that holds a skill's settings (FR-041): `config.json` in its folder, or in the home where there is one
 * already or the folder cannot be written, so that settings are never forgotten when that changes.
 */
export function configPath(place: StoragePlace): string {
  const own = join(ownFolder(place), 'config.json')
  return existsSync(own) || !isWritable(place.folder) ? own : join(place.folder, 'config.json')
}

/** The file to read settings from: that of {@link configPath}, or the folder's where that does not exist yet. */
export function readableConfigPath(place: StoragePlace): string {
  const own = join(ownFolder(place), 'config.json')
  return existsSync(own) ? own : join(place.folder, 'config.json')
}

/**
 * A skill's private folder (FR-058), created if need be (FR-062): `data` in its folder where that exists or can be
 * created, else in the home. What holds data already is kept to. @throws `save_failed`
 */
export function dataDirOf(place: StoragePlace): string {
  const beside = join(place.folder, 'data')
  const own = join(ownFolder(place), 'data')
  // A skill that was removed in the middle of a turn gets no folder that would outlive it.
  if (isUsable(beside) || !existsSync(place.folder)) return beside
  const dir = existsSync(own) || existsSync(beside) || !isWritable(place.folder) ? own : beside
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    return dir
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new SkillError('save_failed', `cannot create the data folder of "${place.name}" (${reason})`, {
      cause: error,
    })
  }
}

function isUsable(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false) && isWritable(path)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
