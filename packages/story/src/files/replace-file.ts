import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { inProject, layout } from './layout.ts'
import type { Disk } from './disk.ts'

/** Replaces one file of a project atomically: a reader sees the old or the new content, also after a power failure. */
export function replaceFile(folder: string, path: string, text: string, disk: Disk): void {
  const target = inProject(folder, path)
  const temporaryFolder = join(folder, layout.own, 'tmp')
  disk.makeFolder(dirname(target))
  disk.makeFolder(temporaryFolder)
  const temporary = join(temporaryFolder, randomUUID())
  try {
    disk.write(temporary, text)
    disk.rename(temporary, target)
  } catch (error) {
    disk.remove(temporary)
    throw error
  }
  disk.syncFolder(dirname(target))
}
