import { randomUUID } from 'node:crypto'
import { dirname, join } from 'node:path'
import { inProject, layout } from './layout.ts'
import type { Disk } from './disk.ts'

/** Replaces one file of a project as a whole: a reader sees the old one or the new one, also after a power cut. */
export function replaceFile(folder: string, path: string, text: string, disk: Disk): void {
  const target = inProject(folder, path)
  const waiting = join(folder, layout.own, 'tmp')
  disk.makeFolder(dirname(target))
  disk.makeFolder(waiting)
  const temporary = join(waiting, randomUUID())
  try {
    disk.write(temporary, text)
    disk.rename(temporary, target)
  } catch (error) {
    disk.remove(temporary)
    throw error
  }
  disk.syncFolder(dirname(target))
}
