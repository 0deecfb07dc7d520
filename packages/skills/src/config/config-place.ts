import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '../errors.ts'

/** A skill's folder and name, and the host's home, which is used where the folder is not writable. */
export interface StoragePlace {
  folder: string
  name: string
  home: string
}

/** The skill's folder in the home. */
function homeFolder({ home, name }: StoragePlace): string {
  return join(home, 'skill-data', name)
}

/**
 * The file to save a skill's settings to: `config.json` in the home if it exists there or the folder is not writable, else in the
 * skill's folder. Settings in the home stay in use when the folder becomes writable.
 */
export function configPath(place: StoragePlace): string {
  const inHome = join(homeFolder(place), 'config.json')
  return existsSync(inHome) || !isWritable(place.folder) ? inHome : join(place.folder, 'config.json')
}

/** The file to read a skill's settings from: the one in the home if it exists, else the one in the skill's folder. */
export function readableConfigPath(place: StoragePlace): string {
  const inHome = join(homeFolder(place), 'config.json')
  return existsSync(inHome) ? inHome : join(place.folder, 'config.json')
}

/**
 * A skill's private folder, created if it does not exist: `data` in the skill's folder if that is or can be made writable, else in the
 * home. A data folder that exists stays in use.
 *
 * @throws {SkillError} `save_failed`
 */
export function dataDirOf(place: StoragePlace): string {
  const inFolder = join(place.folder, 'data')
  const inHome = join(homeFolder(place), 'data')
  // Create no folder for a skill that was removed during the turn.
  if (isUsable(inFolder) || !existsSync(place.folder)) return inFolder
  const dir = existsSync(inHome) || existsSync(inFolder) || !isWritable(place.folder) ? inHome : inFolder
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
