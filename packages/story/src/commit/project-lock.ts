import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { takeFileLock } from '@narratoria/runtime'
import { finish, needsRecovery, recover } from './commit.ts'
import { type Disk } from '../files/disk.ts'
import { StoryError } from '../errors.ts'
import { layout } from '../files/layout.ts'

/** The right to write in a project. It ends with the process that holds it, however that ends. */
export interface ProjectLock {
  release(): void
}

/** Takes the right to write and mends what a killed writer left. @throws {StoryError} `project_locked`, `invalid_project` */
export function lockProject(folder: string, disk: Disk): ProjectLock {
  disk.makeFolder(join(folder, layout.own))
  const lock = tryLock(folder)
  if (!lock) {
    throw new StoryError('project_locked', `another program is writing in ${folder}; wait until it is done`)
  }
  try {
    recover(folder, disk)
  } catch (error) {
    lock.release()
    throw error
  }
  return lock
}

/** Makes sure that a reader sees a whole project: mends what a killed writer left, waits for one that is at work. */
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
