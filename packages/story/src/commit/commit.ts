import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { StoryError } from '../errors.ts'
import { inProject } from '../files/layout.ts'
import { jsonText, readJson } from '../files/read-json.ts'
import { CommitRecord, type FileChange, commitFiles, commitFolders, sha256 } from './commit-record.ts'
import type { Disk } from '../files/disk.ts'

/**
 * Changes many files of a project in one step. Everything is written and synced beside them first; one rename then
 * decides, and only after it files are moved into place. Interrupted before the rename nothing has happened;
 * interrupted after it {@link recover} finishes. What stood there before is kept in the history, for {@link undoLast}.
 * Call {@link recover} before the changes are worked out.
 *
 * @throws the system's error when it failed; nothing is changed then
 * @throws {StoryError} `invalid_project` where an earlier commit is not filed away yet
 */
export function commit(folder: string, changes: FileChange[], options: Options): CommitRecord {
  const { disk } = options
  const folders = commitFolders(folder)
  if (existsSync(folders.decided)) throw notFiled(folder)
  const number = lastNumber(folder) + 1
  const record = stage(folder, changes, { ...options, number })
  try {
    disk.rename(folders.staging, folders.decided)
    disk.syncFolder(folders.own)
  } catch (error) {
    // Only whether the folder bears its new name counts, and whether it is this commit's.
    if (!isDecided(folder, record)) throw error
  }
  try {
    putInPlace(folder, record, disk)
  } catch (error) {
    if (turnBack(folder, record, disk)) throw error
    return record
  }
  // All files are in place; what cannot be filed away now must be so before the next commit.
  archive(folder, record, disk)
  return record
}

interface Options {
  disk: Disk
  tick: number
  undoes?: number
}

/**
 * Finishes or drops what a killed process left behind. Call it with the project's lock held, before anything is read that
 * will be written.
 *
 * @throws {StoryError} `invalid_project` where the last commit cannot be filed away: the next one would take its place
 */
export function recover(folder: string, disk: Disk): void {
  const reason = finish(folder, disk)
  if (existsSync(commitFolders(folder).decided)) throw notFiled(folder, reason)
}

/** Makes a project's files whole, as {@link recover} does; that suffices for reading. Gives why nothing was filed away. */
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

/** Tells whether {@link recover} has something to do. */
export function needsRecovery(folder: string): boolean {
  const { staging, decided } = commitFolders(folder)
  return existsSync(staging) || existsSync(decided)
}

function stage(folder: string, changes: FileChange[], options: Options & { number: number }): CommitRecord {
  const { disk, tick, undoes, number } = options
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
  const record: CommitRecord = { number, tick, ...(undoes !== undefined && { undoes }), files: entries }
  disk.write(files.record, jsonText(record))
  for (const part of ['after', 'before', '']) disk.syncFolder(join(staging, part))
  return record
}

// Each step may be done again: what was moved is no longer there to be moved.
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
 * Undoes what {@link putInPlace} began; where that fails too, the next {@link recover} goes on with it. False where not
 * even the wish to turn back could be written: the commit stays decided, and the next recovery finishes it.
 */
function turnBack(folder: string, record: CommitRecord, disk: Disk): boolean {
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

/** Files a commit away whose files are all in place. Where that fails it gives the error; {@link recover} tries again. */
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

function notFiled(folder: string, reason?: unknown): StoryError {
  const { history, decided } = commitFolders(folder)
  const why = reason instanceof Error ? `: ${reason.message}` : ''
  return new StoryError(
    'invalid_project',
    `${history} cannot be written${why}; what changed last waits in ${decided} and is in place. ` +
      `Make ${history} a folder that this program may write in, then try again`,
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
