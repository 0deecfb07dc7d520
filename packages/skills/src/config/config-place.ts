import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

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

/** A skill's private folder (FR-058), created if need be (FR-062); chosen like {@link configPath}. */
export function ensureDataDir(place: StoragePlace): string {
  const own = join(ownFolder(place), 'data')
  const beside = join(place.folder, 'data')
  if (!existsSync(own) && isUsable(beside, place.folder)) {
    try {
      mkdirSync(beside, { recursive: true })
      return beside
    } catch {
      // The folder cannot be written after all.
    }
  }
  mkdirSync(own, { recursive: true, mode: 0o700 })
  return own
}

function isUsable(data: string, folder: string): boolean {
  return existsSync(data) ? statSync(data).isDirectory() && isWritable(data) : isWritable(folder)
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}
