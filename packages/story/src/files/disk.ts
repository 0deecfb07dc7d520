import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** All operations that change files of a project. Tests replace it to make any step fail. */
export interface Disk {
  makeFolder(path: string): void
  /** Writes and syncs a file. @throws the error of the file system, with `path` */
  write(path: string, text: string | Uint8Array): void
  rename(from: string, to: string): void
  /** Removes a file or a folder with its contents, if it exists. */
  remove(path: string): void
  syncFolder(path: string): void
}

export const systemDisk: Disk = {
  makeFolder: (path) => void mkdirSync(path, { recursive: true }),
  write(path, text) {
    const file = openSync(path, 'w', 0o644)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } catch (error) {
      // Errors of file descriptors have no path.
      throw Object.assign(error as NodeJS.ErrnoException, { path })
    } finally {
      closeSync(file)
    }
  },
  rename: (from, to) => renameSync(from, to),
  remove: (path) => rmSync(path, { recursive: true, force: true }),
  syncFolder(path) {
    // Windows cannot open folders; NTFS journals renames.
    if (process.platform === 'win32') return
    const folder = openSync(path, 'r')
    try {
      fsyncSync(folder)
    } finally {
      closeSync(folder)
    }
  },
}
