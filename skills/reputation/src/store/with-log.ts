import { existsSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { ToolError, type ToolContext } from '@narratoria/tool-sdk'
import type { Settings } from '../settings.ts'
import type { ChangeLog, ChangeRow } from './change-log.ts'
import { openFileLog, readLines } from './file-log.ts'
import { openSqliteLog, readReadableRows } from './sqlite-log.ts'

/** Options of {@link withLog}. */
export interface LogUse {
  settings: Settings
  /** If false, no file is created for a session without a file and without standings. */
  create: boolean
}

const emptyLog: ChangeLog = { add: () => 0, read: () => [], close() {} }

/**
 * Opens the session's changes, calls `work`, and closes them. A damaged file is renamed and reported by an `error` event, and `work`
 * runs on a new file with the recovered changes, or with the standings of the session's state.
 *
 * @throws {ToolError} `reputation_unavailable` if the file cannot be used for another reason
 */
export function withLog<T>(context: ToolContext, { settings, create }: LogUse, work: (log: ChangeLog) => T): T {
  const files = settings.storageBackend === 'files'
  const path = sessionFile(context.dataDir(), context.request.sessionId, files ? 'jsonl' : 'sqlite')
  const open = files ? openFileLog : openSqliteLog
  if (!create && !existsSync(path) && knownStandings(context).length === 0) return work(emptyLog)
  try {
    return workOn(open(path), context, work)
  } catch (error) {
    if (!isDamage(error)) throw asToolError(error)
    setAside(context, path, { reason: (error as Error).message, open, files })
  }
  try {
    return workOn(open(path), context, work)
  } catch (error) {
    throw asToolError(error)
  }
}

function workOn<T>(log: ChangeLog, context: ToolContext, work: (log: ChangeLog) => T): T {
  try {
    restoreMissing(log, context)
    return work(log)
  } finally {
    log.close()
  }
}

/** If the state has standings but the log is empty, the file was lost: reports it and restores them from the state. */
function restoreMissing(log: ChangeLog, context: ToolContext): void {
  const known = knownStandings(context)
  if (known.length === 0 || log.read().length > 0) return
  log.add(known)
  const message = `The reputations of this session were lost: their file is missing or empty. ${known.length} standings were restored from the session state.`
  context.log.error(message)
  context.error('reputation_missing', message, { restored: known.length })
}

function knownStandings({ state, request }: ToolContext): ChangeRow[] {
  const factions = (
    state.reputation as { factions?: Record<string, { name?: unknown; value?: unknown } | null> } | undefined
  )?.factions
  return Object.entries(factions ?? {}).flatMap(([id, entry]) =>
    typeof entry?.name === 'string' && typeof entry.value === 'number' && entry.value !== 0
      ? {
          key: `restored/${id}`,
          seq: null,
          day: null,
          faction: entry.name,
          amount: entry.value,
          reason: 'restored from the session state',
          at: request.turn?.seq ?? 0,
        }
      : [],
  )
}

interface RenameOptions {
  reason: string
  open: (path: string) => ChangeLog
  files: boolean
}

function setAside(context: ToolContext, path: string, { reason, open, files }: RenameOptions): void {
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const aside = path.replace(/(\.\w+)$/, `.damaged-${stamp}$1`)
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
  const saved = files ? readLines(aside, () => {}) : readReadableRows(aside)
  const log = open(path)
  log.add(saved)
  log.close()
  const message = `The reputations of this session were damaged (${reason}). The file was renamed to ${basename(aside)}; ${saved.length} changes were recovered.`
  context.log.error(message)
  context.error('reputation_damaged', message, { setAside: basename(aside), saved: saved.length })
}

function isDamage(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode
  return error instanceof SyntaxError || (typeof code === 'number' && [11, 26].includes(code & 0xff))
}

function asToolError(error: unknown): unknown {
  const { errcode, code, message } = error as { errcode?: unknown; code?: unknown; message: string }
  if (error instanceof ToolError || (typeof errcode !== 'number' && typeof code !== 'string')) return error
  const busy = typeof errcode === 'number' && [5, 6].includes(errcode & 0xff)
  return new ToolError('reputation_unavailable', `The reputations of this session cannot be used: ${message}.`, {
    cause: error,
    retryable: busy,
  })
}

/** The file of a session in the skill's data folder. Ids that are not valid file names are hex-encoded. */
function sessionFile(dataDir: string, sessionId = 'no-session', extension = 'sqlite'): string {
  const plain = /^[a-z0-9][a-z0-9_-]{0,80}$/.test(sessionId)
  return join(dataDir, `${plain ? sessionId : `_${encode(sessionId)}`}.${extension}`)
}

// File names are limited to 255 bytes, so long ids are hashed.
function encode(sessionId: string): string {
  const hex = Buffer.from(sessionId).toString('hex')
  if (hex.length <= 160) return hex
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(sessionId).digest('hex')
}
