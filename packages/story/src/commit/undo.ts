import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoryError } from '../errors.ts'
import { inProject } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { commit, recover } from './commit.ts'
import { CommitRecord, type FileChange, commitFiles, commitFolders, sha256 } from './commit-record.ts'
import { keepNextIds, readNextIds } from '../memory/ids.ts'
import { readMemory } from '../memory/read-memory.ts'
import type { Disk } from '../files/disk.ts'

/** What undoing came to. */
export interface Undone {
  tick: number
  /** Files that were edited by hand after the tick; their edited form is kept in the history alone. */
  editedFiles: string[]
}

/**
 * Takes the last tick back that stands: its files are as they were before it, in one step. What it wrote stays in the
 * history, and its ids are never given out again.
 *
 * @throws {StoryError} `nothing_to_undo`; `invalid_project` where the history cannot be written
 */
export function undoLast(folder: string, disk: Disk): Undone {
  recover(folder, disk)
  const { record, place } = lastStanding(folder)
  const files = commitFiles(place)
  const editedFiles: string[] = []
  const changes = record.files.map(({ path, existed, sha256: written }, index): FileChange => {
    const now = currentBytes(folder, path)
    if ((now === null ? null : sha256(now)) !== written) editedFiles.push(path)
    return { path, text: existed ? readFileSync(files.before(index)) : null }
  })
  keepNextIds(folder, readNextIds(folder, readMemory(folder)), disk)
  commit(folder, changes, { disk, tick: record.tick, undoes: record.number })
  return { tick: record.tick, editedFiles }
}

function lastStanding(folder: string): { record: CommitRecord; place: string } {
  const { history } = commitFolders(folder)
  const names = existsSync(history) ? readdirSync(history).filter((name) => /^\d+$/.test(name)) : []
  const undone = new Set<number>()
  for (const name of names.sort().reverse()) {
    const place = join(history, name)
    const record = readJson(commitFiles(place).record, CommitRecord)
    if (record.undoes !== undefined) undone.add(record.undoes)
    else if (!undone.has(record.number)) return { record, place }
  }
  throw new StoryError('nothing_to_undo', 'no tick is left to undo')
}

function currentBytes(folder: string, path: string): Uint8Array | null {
  const file = inProject(folder, path)
  return existsSync(file) ? readFileSync(file) : null
}
