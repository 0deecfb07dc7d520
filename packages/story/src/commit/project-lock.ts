import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { takeFileLock } from '@narratoria/runtime/store-parts'
import { finish, needsRecovery, recover } from './commit.ts'
import type { Disk } from '../files/disk.ts'
import { StoryError } from '../errors.ts'
import { layout } from '../files/layout.ts'

/** The exclusive right to write to a project. The operating system releases it when the process ends. */
export interface ProjectLock {
  release(): void
}

/** Locks a project and recovers it after a killed writer. @throws {StoryError} `project_locked`, `invalid_project` */
export function lockProject(folder: string, disk: Disk): ProjectLock {
  disk.makeFolder(join(folder, layout.own))
  const lock = tryLock(folder)
  if (!lock) {
    throw new StoryError('project_locked', `another program is writing to ${folder}; wait until it is done`)
  }
  try {
    recover(folder, disk)
  } catch (error) {
    lock.release()
    throw error
  }
  return lock
}

/** Ensures that a reader sees a consistent project: recovers it after a killed writer, or waits for a running commit. */
export async function settleProject(folder: string, disk: Disk): Promise<void> {
  for (let wait = 0; wait < 100 && needsRecovery(folder); wait++) {
    const lock = existsSync(join(folder, layout.own)) ? tryLock(folder) : undefined
    if (lock) {
      try {
        finish(folder, disk)
      } finally {
        lock.release()
      }
      return
    }
    if (!isCommitting(folder)) return
    await new Promise((resume) => setTimeout(resume, 20))
  }
}

function isCommitting(folder: string): boolean {
  return existsSync(join(folder, layout.own, 'commit'))
}

function tryLock(folder: string): ProjectLock | undefined {
  return takeFileLock(join(folder, layout.own, 'lock'), 'exclusive')
}
