import { cpSync, existsSync, lstatSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SkillError } from '../errors.ts'

/** A skill's folder and name, and the host's home, which holds the skill's settings and data. */
export interface StoragePlace {
  folder: string
  name: string
  home: string
}

/** The skill's folder in the home. */
function homeFolder({ home, name }: StoragePlace): string {
  return join(home, 'skill-data', name)
}

/** The file to save a skill's settings to. It lies in the home: hosts with different homes share no settings. */
export function configPath(place: StoragePlace): string {
  return join(homeFolder(place), 'config.json')
}

/** The file to read a skill's settings from: the one in the home if it exists, else the one in the skill's folder. */
export function readableConfigPath(place: StoragePlace): string {
  const inHome = configPath(place)
  return existsSync(inHome) ? inHome : join(place.folder, 'config.json')
}

/**
 * A skill's private folder. It lies in the home: hosts with different homes share no data. Created if it does not exist, as a copy
 * of the folder `data` in the skill's folder if there is one.
 *
 * @throws {SkillError} `save_failed`
 */
export function dataDirOf(place: StoragePlace): string {
  const dir = join(homeFolder(place), 'data')
  if (existsSync(dir)) return dir
  try {
    mkdirSync(homeFolder(place), { recursive: true, mode: 0o700 })
    const given = join(place.folder, 'data')
    if (lstatSync(given, { throwIfNoEntry: false })?.isDirectory()) copyFolder(given, dir)
    else mkdirSync(dir, { recursive: true, mode: 0o700 })
    return dir
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code
    throw new SkillError('save_failed', `cannot create the data folder of "${place.name}" (${reason})`, {
      cause: error,
    })
  }
}

/** Copies a folder completely or not at all. If another process makes the same copy first, that one is used. */
function copyFolder(from: string, to: string): void {
  const part = `${to}.${process.pid}.part`
  cpSync(from, part, { recursive: true })
  try {
    renameSync(part, to)
  } catch (error) {
    if (!existsSync(to)) throw error
  } finally {
    rmSync(part, { recursive: true, force: true })
  }
}
