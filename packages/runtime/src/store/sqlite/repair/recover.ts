import { existsSync, renameSync, rmSync } from 'node:fs'
import type { StoreNotice } from '../../session-store.ts'
import { Connection } from '../connection.ts'
import { migrate } from '../migrate.ts'
import { type Salvaged, salvage } from './salvage.ts'
import { timestamp } from '../timestamp.ts'

/**
 * Copies what can be read of a damaged file to a new one, and replaces it. The damaged file is kept unchanged under
 * another name. If the process is killed meanwhile, {@link finishRecovery} continues at the next start.
 */
export function recover(path: string, damage: string): StoreNotice {
  const [unfinished, finished] = [`${path}.recovering`, `${path}.recovered`]
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${unfinished}${suffix}`, { force: true })
  const into = new Connection(unfinished)
  let saved: Salvaged
  try {
    migrate(into)
    saved = salvage(path, into)
  } finally {
    into.close()
  }
  renameSync(unfinished, finished)
  const aside = putIntoPlace(path)
  const lost = saved.lost > 0 ? ` ${turns(saved.lost)} could not be read.` : ''
  const bare = saved.bare > 0 ? ` Of ${turns(saved.bare)} only the words are left.` : ''
  const inexact =
    saved.inexact > 0
      ? ` The ${saved.inexact === 1 ? 'state' : 'states'} of ${turns(saved.inexact)} may be wrong, because a change before ${saved.inexact === 1 ? 'it is' : 'them is'} lost.`
      : ''
  const doubtful = saved.doubtful > 0 ? ` ${saved.doubtful} of the recovered rows may contain wrong values.` : ''
  return {
    code: 'damaged_file_set_aside',
    message:
      `${path} was damaged (${damage}). It is kept as ${aside}; ` +
      `${turns(saved.turns)} of ${saved.sessions} ${saved.sessions === 1 ? 'story' : 'stories'} ${saved.turns === 1 ? 'was' : 'were'} recovered.${lost}${bare}${inexact}${doubtful}`,
  }
}

/** Finishes a recovery whose process was killed after the new file was complete. */
export function finishRecovery(path: string): StoreNotice[] {
  if (!existsSync(`${path}.recovered`)) return []
  const aside = putIntoPlace(path)
  const message = `${path} was damaged and was recovered as far as it can be read. The damaged file is kept beside it${aside ? ` as ${aside}` : ''}.`
  return [{ code: 'damaged_file_set_aside', message }]
}

function turns(count: number): string {
  return `${count} ${count === 1 ? 'turn' : 'turns'}`
}

function putIntoPlace(path: string): string | undefined {
  const aside = `${path}.damaged-${timestamp()}`
  const found = existsSync(path)
  if (found) {
    // The log first: without it, the file is still found damaged.
    if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${aside}-wal`)
    renameSync(path, aside)
  }
  rmSync(`${path}-shm`, { force: true })
  renameSync(`${path}.recovered`, path)
  return found ? aside : undefined
}
