import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { AssetFolder } from '../../assets/asset-folder.ts'
import { RuntimeError } from '../../errors.ts'
import type { StoreNotice } from '../session-store.ts'
import { CommitMark } from './commit-mark.ts'
import { Connection, explain } from './connection.ts'
import { type FileLock, takeFileLock } from './file-lock.ts'
import { migrate } from './migrate.ts'
import { alwaysCheckedBytes, type CheckDepth, damageIn, findDamage } from './repair/find-damage.ts'
import { finishRecovery, recover } from './repair/recover.ts'
import { applicationId, schemaVersion } from './schema.ts'
import { findOrphans } from './whole-states.ts'

/** A store's file, ready for use. */
export interface OpenedDatabase {
  connection: Connection
  notices: StoreNotice[]
  /** The numbers of whole states without a turn, to be deleted once the file is known to be intact. */
  orphans: number[]
  /** True if the file or its folder is not writable. */
  readOnly: boolean
  readonly mark: CommitMark
  /** Marks the file for a complete check when it is opened next. */
  requestCheck(): void
  close(): void
}

/** The time that opening waits for another program that migrates or recovers the file. */
const presenceTimeoutMs = 10_000

/** Opens a store's file. Creates, checks, recovers or migrates it first if necessary. */
export async function openDatabase(path: string): Promise<OpenedDatabase> {
  // SQLite's message if the database is closed already.
  if (path === '' || path === ':memory:')
    throw new RuntimeError(
      'store_foreign',
      `"${path}" names no file: name one, or use a MemorySessionStore for stories that are not kept.`,
    )
  try {
    createFolder(dirname(path))
  } catch (error) {
    throw unwritable(path, error)
  }
  refuseForeign(path)
  if (!isWritable(path)) return openReadOnly(path)
  const presence = await announce(path)
  const notices: StoreNotice[] = []
  const orphans: number[] = []
  const mark = new CommitMark(path)
  try {
    if (presence.alone) {
      notices.push(...prepare(path, mark))
      await new AssetFolder(assetFolderOf(path)).clean()
    }
    const connection = open(path)
    if (presence.alone) {
      orphans.push(...orphansIn(path, connection))
      presence.lock.share()
    }
    return {
      connection,
      notices,
      orphans,
      readOnly: false,
      mark,
      requestCheck: () => writeFileSync(checkMarker(path), ''),
      close() {
        connection.close()
        mark.close()
        presence.lock.release()
      },
    }
  } catch (error) {
    mark.close()
    presence.lock.release()
    throw explain(error, path)
  }
}

/** Creates a folder and those above it. For a folder in `/proc`, `mkdirSync` with `recursive` never returns. */
function createFolder(path: string): void {
  if (isFolder(path)) return
  createFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** Registers as a user of the file. A host that is its only user may repair and migrate it. */
async function announce(path: string): Promise<{ lock: FileLock; alone: boolean }> {
  const lockPath = `${path}-lock`
  const deadline = Date.now() + presenceTimeoutMs
  while (true) {
    const exclusive = takeFileLock(lockPath, 'exclusive')
    if (exclusive) return { lock: exclusive, alone: true }
    const shared = takeFileLock(lockPath, 'shared')
    if (shared) return { lock: shared, alone: false }
    if (Date.now() > deadline)
      throw new RuntimeError(
        'store_in_use',
        `Another program is repairing or migrating ${path}; try again when it is done.`,
      )
    await sleep(25)
  }
}

/** Makes the file usable. No other host may have it open. */
function prepare(path: string, mark: CommitMark): StoreNotice[] {
  const notices = finishRecovery(path)
  const isNew = !existsSync(path)
  if (existsSync(path)) {
    const damage = findDamage(path, depthOf(path))
    if (damage) notices.push(recover(path, damage))
    rmSync(checkMarker(path), { force: true })
  }
  try {
    const { migrated, lost } = upgrade(path, mark)
    notices.push(...migrated)
    // A recovery reports what it lost itself, and an older schema has not counted.
    return isNew || notices.length > 0 ? notices : lost
  } catch (error) {
    if (!RuntimeError.isInstance(error) || error.code !== 'store_damaged') throw error
    // A page that the check has not read.
    return [...notices, recover(path, damageIn(error)), ...upgrade(path, mark).migrated]
  }
}

function upgrade(path: string, mark: CommitMark): { migrated: StoreNotice[]; lost: StoreNotice[] } {
  const connection = new Connection(path)
  try {
    const migrated = migrate(connection)
    return { migrated, lost: mark.compare(connection) }
  } finally {
    connection.close()
  }
}

/** The ids of orphans. A damaged page is ignored here: the reader that needs it and the check in the background find it again. */
function orphansIn(path: string, connection: Connection): number[] {
  try {
    return findOrphans(connection)
  } catch {
    writeFileSync(checkMarker(path), '')
    return []
  }
}

/** A file that is known to be damaged is read completely. Of others, the background check reads the content later. */
function depthOf(path: string): CheckDepth {
  if (existsSync(checkMarker(path))) return 'content'
  return statSync(path).size <= alwaysCheckedBytes ? 'structure' : 'frame'
}

function open(path: string): Connection {
  const connection = new Connection(path)
  try {
    // FULL: a committed turn survives a loss of power.
    connection.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 4194304')
    const version = Number(connection.get('PRAGMA user_version')?.user_version)
    if (version > schemaVersion) throw newer(path, version)
    if (version < schemaVersion)
      throw new RuntimeError('store_in_use', `${path} is in use by an older program; close that one first.`)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Returns whether the file and its log can be written. */
function isWritable(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
    return true
  } catch (error) {
    if (existsSync(path)) return false
    throw unwritable(path, error)
  }
}

function openReadOnly(path: string): OpenedDatabase {
  // Its log cannot be read without writing to the folder.
  const connection = new Connection(path, { readOnly: true, immutable: !existsSync(`${path}-wal`) })
  const version = Number(connection.get('PRAGMA user_version')?.user_version)
  if (version !== schemaVersion) {
    connection.close()
    throw version > schemaVersion ? newer(path, version) : unwritable(path)
  }
  const message = `${path} can only be read here: stories can be looked at, but not played.`
  return {
    connection,
    notices: [{ code: 'read_only', message }],
    orphans: [],
    readOnly: true,
    mark: new CommitMark(path),
    requestCheck: () => {},
    close: () => connection.close(),
  }
}

/** Reads the file's first bytes without opening it as a database, so that a file of another program is not changed. */
function refuseForeign(path: string): void {
  if (!existsSync(path)) return
  const header = Buffer.alloc(72)
  let file: number
  let bytes: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    throw unwritable(path, error)
  }
  try {
    if (!fstatSync(file).isFile()) throw new RuntimeError('store_foreign', `${path} is not a file.`)
    bytes = readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  const isSqlite = header.toString('latin1', 0, 16) === 'SQLite format 3\0'
  if (!isSqlite) {
    // An empty file is a new store. A store with a damaged header has been opened before.
    if (bytes === 0 || wasOpened(path)) return
    throw foreign(path, 'is a file of another program')
  }
  const [version, application] = [header.readUInt32BE(60), header.readUInt32BE(68)]
  if (version === 0 && application === 0) return
  if (application !== applicationId) throw foreign(path, 'is a database of another program')
  if (version > schemaVersion) throw newer(path, version)
}

/** Whether this program has opened the file before: it then has made files beside it. */
function wasOpened(path: string): boolean {
  return ['-lock', '-commits'].some((suffix) => existsSync(`${path}${suffix}`))
}

function foreign(path: string, what: string): RuntimeError {
  return new RuntimeError('store_foreign', `${path} ${what}; it was left as it is. Choose another file.`)
}

function newer(path: string, version: number): RuntimeError {
  return new RuntimeError(
    'store_newer',
    `${path} was written by a newer Narratoria (schema ${version}, this one knows ${schemaVersion}); it was left as it is. Update Narratoria.`,
  )
}

function unwritable(path: string, cause?: unknown): RuntimeError {
  return new RuntimeError(
    'store_unwritable',
    `${path} cannot be written; make it and its folder writable, or choose another place.`,
    { cause },
  )
}

export function assetFolderOf(path: string): string {
  return `${path}-assets`
}

function checkMarker(path: string): string {
  return `${path}-check`
}
