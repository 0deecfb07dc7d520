import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StoryError } from '../errors.ts'
import { inProject } from '../files/layout.ts'
import { readJson } from '../files/read-json.ts'
import { commit, recover } from './commit.ts'
import { CommitRecord, type FileChange, commitFiles, commitFolders, sha256 } from './commit-record.ts'
import { writeNextIds, readNextIds } from '../memory/ids.ts'
import { readMemory } from '../memory/read-memory.ts'
import type { Disk } from '../files/disk.ts'

export interface Undone {
  tick: number
  /** What the undone edit did. Absent for a tick. */
  edit?: string
  /** Files that were edited after the tick. Their edited content is kept only in the history. */
  editedFiles: string[]
}

/**
 * Undoes the last tick that is not undone yet: restores its files in one commit. The files of the tick stay in the history,
 * and its ids are never reused.
 *
 * @throws {StoryError} `nothing_to_undo`; `invalid_project` if the history cannot be written
 */
export function undoLast(folder: string, disk: Disk): Undone {
  recover(folder, disk)
  const { record, commitFolder } = lastApplied(folder)
  const files = commitFiles(commitFolder)
  const editedFiles: string[] = []
  const changes = record.files.map(({ path, existed, sha256: written }, index): FileChange => {
    const now = currentBytes(folder, path)
    if ((now === null ? null : sha256(now)) !== written) editedFiles.push(path)
    return { path, text: existed ? readFileSync(files.before(index)) : null }
  })
  writeNextIds(folder, readNextIds(folder, readMemory(folder)), disk)
  commit(folder, changes, { disk, tick: record.tick, undoes: record.number })
  return { tick: record.tick, ...(record.edit !== undefined && { edit: record.edit }), editedFiles }
}

function lastApplied(folder: string): { record: CommitRecord; commitFolder: string } {
  const { history } = commitFolders(folder)
  const names = existsSync(history) ? readdirSync(history).filter((name) => /^\d+$/.test(name)) : []
  const undone = new Set<number>()
  for (const name of names.sort().reverse()) {
    const commitFolder = join(history, name)
    const record = readJson(commitFiles(commitFolder).record, CommitRecord)
    if (record.undoes !== undefined) undone.add(record.undoes)
    else if (!undone.has(record.number)) return { record, commitFolder }
  }
  throw new StoryError('nothing_to_undo', 'there is no tick to undo')
}

function currentBytes(folder: string, path: string): Uint8Array | null {
  const file = inProject(folder, path)
  return existsSync(file) ? readFileSync(file) : null
}
