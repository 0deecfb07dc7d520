import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Every way in which a project's files change. Replaceable, so that tests can make a disk fail at any step. */
export interface Disk {
  makeFolder(path: string): void
  /** Writes a new file and waits until it is on the disk. @throws the system's error, which names the file */
  write(path: string, text: string | Uint8Array): void
  rename(from: string, to: string): void
  /** Removes a file or a whole folder; nothing happens where there is none. */
  remove(path: string): void
  /** Waits until the names in a folder are on the disk. */
  syncFolder(path: string): void
}

/** The file system. */
export const systemDisk: Disk = {
  makeFolder: (path) => void mkdirSync(path, { recursive: true }),
  write(path, text) {
    const file = openSync(path, 'w', 0o644)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } catch (error) {
      // An error of an open file does not say which.
      throw Object.assign(error as NodeJS.ErrnoException, { path })
    } finally {
      closeSync(file)
    }
  },
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  syncFolder(path) {
    // Windows has no handle on a folder; its renames are journalled by the file system.
    if (process.platform === 'win32') return
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  },
}
