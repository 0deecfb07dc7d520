import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { StoryError } from '../errors.ts'
import { inProject } from '../files/layout.ts'
import { jsonText, readJson } from '../files/read-json.ts'
import { CommitRecord, type FileChange, commitFiles, commitFolders, sha256 } from './commit-record.ts'
import type { Disk } from '../files/disk.ts'

/**
 * Changes several files of a project atomically. The new contents are written and synced in a staging folder. Renaming
 * that folder is the decision; after it the files are moved into place. A commit that is interrupted before the rename has no
 * effect, one that is interrupted after it is completed by {@link recover}. The previous contents are kept in the history.
 * Call {@link recover} before computing the changes.
 *
 * @throws the error of the file system; no file is changed then
 * @throws {StoryError} `invalid_project` if an earlier commit could not be moved to the history
 */
export function commit(folder: string, changes: FileChange[], options: Options): CommitRecord {
  const { disk } = options
  const folders = commitFolders(folder)
  if (existsSync(folders.decided)) throw notArchived(folder)
  const number = lastNumber(folder) + 1
  const record = stage(folder, changes, { ...options, number })
  try {
    disk.rename(folders.staging, folders.decided)
    disk.syncFolder(folders.own)
  } catch (error) {
    // The rename itself may have succeeded although syncing failed.
    if (!isDecided(folder, record)) throw error
  }
  try {
    putInPlace(folder, record, disk)
  } catch (error) {
    if (rollBack(folder, record, disk)) throw error
    return record
  }
  // All files are in place. If archiving fails, the next commit must archive first.
  archive(folder, record, disk)
  return record
}

interface Options {
  disk: Disk
  tick: number
  undoes?: number
  edit?: string
}

/**
 * Completes or discards the commit of a killed process. The caller must hold the project's lock.
 *
 * @throws {StoryError} `invalid_project` if the last commit cannot be moved to the history, where undo needs it
 */
export function recover(folder: string, disk: Disk): void {
  const reason = finish(folder, disk)
  if (existsSync(commitFolders(folder).decided)) throw notArchived(folder, reason)
}

/** Like {@link recover}, but returns the error if archiving failed. That is enough for readers. */
export function finish(folder: string, disk: Disk): unknown {
  const folders = commitFolders(folder)
  let reason: unknown
  if (existsSync(folders.decided)) {
    const record = readJson(commitFiles(folders.decided).record, CommitRecord)
    if (existsSync(commitFiles(folders.decided).abort)) {
      restore(folder, record, disk)
    } else {
      putInPlace(folder, record, disk)
      reason = archive(folder, record, disk)
    }
  }
  for (const leftover of [folders.staging, folders.temporary]) if (existsSync(leftover)) disk.remove(leftover)
  return reason
}

/** Whether {@link recover} has something to do. */
export function needsRecovery(folder: string): boolean {
  const { staging, decided } = commitFolders(folder)
  return existsSync(staging) || existsSync(decided)
}

function stage(folder: string, changes: FileChange[], options: Options & { number: number }): CommitRecord {
  const { disk, tick, undoes, edit, number } = options
  const { staging } = commitFolders(folder)
  const files = commitFiles(staging)
  disk.remove(staging)
  for (const part of ['after', 'before']) disk.makeFolder(join(staging, part))
  const entries = changes.map(({ path, text }, index) => {
    const target = inProject(folder, path)
    const existed = existsSync(target)
    if (existed) disk.write(files.before(index), readFileSync(target))
    if (text !== null) disk.write(files.after(index), text)
    return { path, existed, sha256: text === null ? null : sha256(text) }
  })
  const record: CommitRecord = {
    number,
    tick,
    ...(undoes !== undefined && { undoes }),
    ...(edit !== undefined && { edit }),
    files: entries,
  }
  disk.write(files.record, jsonText(record))
  for (const part of ['after', 'before', '']) disk.syncFolder(join(staging, part))
  return record
}

// Idempotent: a file that was already moved is skipped.
function putInPlace(folder: string, record: CommitRecord, disk: Disk): void {
  const files = commitFiles(commitFolders(folder).decided)
  for (const [index, entry] of record.files.entries()) {
    const target = inProject(folder, entry.path)
    if (entry.sha256 === null) disk.remove(target)
    else if (existsSync(files.after(index))) {
      disk.makeFolder(dirname(target))
      disk.rename(files.after(index), target)
    }
  }
  syncTargets(folder, record, disk)
}

/**
 * Rolls {@link putInPlace} back. If that fails too, the next {@link recover} continues the rollback. Returns false if not even
 * the abort file could be written: the commit then stays decided, and the next recovery completes it.
 */
function rollBack(folder: string, record: CommitRecord, disk: Disk): boolean {
  const { abort } = commitFiles(commitFolders(folder).decided)
  try {
    disk.write(abort, '')
    restore(folder, record, disk)
    return true
  } catch {
    return existsSync(abort)
  }
}

function restore(folder: string, record: CommitRecord, disk: Disk): void {
  const folders = commitFolders(folder)
  const files = commitFiles(folders.decided)
  for (const [index, entry] of record.files.entries()) {
    const target = inProject(folder, entry.path)
    if (!entry.existed) disk.remove(target)
    else if (existsSync(files.before(index))) disk.rename(files.before(index), target)
  }
  syncTargets(folder, record, disk)
  disk.rename(folders.decided, folders.staging)
  disk.remove(folders.staging)
}

/** Moves a completed commit to the history. Returns the error if that failed; {@link recover} tries again. */
function archive(folder: string, record: CommitRecord, disk: Disk): unknown {
  const { decided, history, own } = commitFolders(folder)
  try {
    disk.makeFolder(history)
    disk.rename(decided, join(history, String(record.number).padStart(6, '0')))
    disk.syncFolder(own)
    return undefined
  } catch (error) {
    return error
  }
}

function isDecided(folder: string, record: CommitRecord): boolean {
  try {
    return isDeepStrictEqual(readJson(commitFiles(commitFolders(folder).decided).record, CommitRecord), record)
  } catch {
    return false
  }
}

function notArchived(folder: string, reason?: unknown): StoryError {
  const { history, decided } = commitFolders(folder)
  const why = reason instanceof Error ? `: ${reason.message}` : ''
  return new StoryError(
    'invalid_project',
    `${history} cannot be written${why}. The last change is complete, but its record is still in ${decided}. ` +
      `Make ${history} a writable folder, then try again`,
    { cause: reason },
  )
}

function syncTargets(folder: string, record: CommitRecord, disk: Disk): void {
  const parents = new Set(record.files.map(({ path }) => dirname(inProject(folder, path))))
  for (const parent of parents) if (existsSync(parent)) disk.syncFolder(parent)
}

function lastNumber(folder: string): number {
  const { history } = commitFolders(folder)
  const numbers = existsSync(history) ? readdirSync(history).map(Number).filter(Number.isInteger) : []
  return Math.max(0, ...numbers)
}
