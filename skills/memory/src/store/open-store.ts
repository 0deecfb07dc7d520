import { existsSync, statSync } from 'node:fs'
import { type ToolContext, ToolError } from '@narratoria/tool-sdk'
import { type Damage, isDamage, setAside } from './damage.ts'
import type { Settings } from '../settings.ts'
import { FileStore } from './file-store.ts'
import type { MemoryStore } from './memory-store.ts'
import { SqliteStore } from './sqlite-store.ts'
import { join } from 'node:path'

/** Files up to this size, in bytes, are fully checked before writing. */
const checkedBytes = 16 * 1024 * 1024

/** Options of {@link withStore}. */
export interface StoreUse {
  settings: Settings
  /** If false, a missing file is not created and `work` is not called. */
  create: boolean
  /** If true, small files are fully checked first. */
  check: boolean
}

/**
 * Opens the session's memories, calls `work`, and closes them. A damaged file is renamed and reported by an `error` event, and
 * `work` runs on a new file with the recovered events. Returns undefined if there is no file and `create` is false.
 *
 * @throws {ToolError} `memory_unavailable` if the file cannot be used for another reason
 */
export async function withStore<T>(
  context: ToolContext,
  use: StoreUse,
  work: (store: MemoryStore) => T | Promise<T>,
): Promise<T | undefined> {
  const files = use.settings.storageBackend === 'files'
  const path = sessionFile(context.dataDir(), context.request.sessionId, files ? 'jsonl' : 'sqlite')
  const open = (file: string): MemoryStore => (files ? new FileStore(file) : new SqliteStore(file))
  if (!use.create && !existsSync(path)) return undefined
  try {
    return await workOn(open, path, use, work)
  } catch (error) {
    if (!isDamage(error)) throw asToolError(error)
    report(context, setAside(path, (error as Error).message, open))
  }
  try {
    return await workOn(open, path, { ...use, check: false }, work)
  } catch (error) {
    throw asToolError(error)
  }
}

class DamageError extends Error {
  readonly errcode = 11
}

async function workOn<T>(
  open: (path: string) => MemoryStore,
  path: string,
  use: StoreUse,
  work: (store: MemoryStore) => T | Promise<T>,
): Promise<T> {
  const isChecked = use.check && existsSync(path) && statSync(path).size <= checkedBytes
  const store = open(path)
  try {
    const damage = isChecked ? store.check() : undefined
    if (damage !== undefined) throw new DamageError(damage)
    return await work(store)
  } finally {
    store.close()
  }
}

function report({ error, log }: ToolContext, damage: Damage): void {
  const message = `The memories of this session were damaged (${damage.reason}). The file was renamed to ${damage.setAside}; ${damage.saved} events were recovered.`
  log.error(message, { ...damage })
  error('memory_damaged', message, { ...damage })
}

function asToolError(error: unknown): unknown {
  const code = (error as { errcode?: unknown }).errcode
  if (error instanceof ToolError || typeof code !== 'number') return error
  const busy = [5, 6].includes(code & 0xff)
  return new ToolError(
    'memory_unavailable',
    `The memories of this session cannot be used: ${(error as Error).message}.`,
    {
      cause: error,
      retryable: busy,
    },
  )
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
