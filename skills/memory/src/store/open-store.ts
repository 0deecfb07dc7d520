import { existsSync, statSync } from 'node:fs'
import type { ToolContext } from '@narratoria/tool-sdk'
import { ToolError } from '@narratoria/tool-sdk'
import { type Damage, isDamage, setAside } from './damage.ts'
import type { Settings } from '../settings.ts'
import { FileStore } from './file-store.ts'
import type { MemoryStore } from './memory-store.ts'
import { sessionFile } from './session-file.ts'
import { SqliteStore } from './sqlite-store.ts'

/** Files up to this size are checked page by page before they are written to. */
const checkedBytes = 16 * 1024 * 1024

/** How the file is used. */
export interface StoreUse {
  settings: Settings
  /** False: a missing file stays missing, and there is nothing to do. */
  create: boolean
  /** True: a small file is checked wholly first. */
  check: boolean
}

/**
 * Works on the session's memories. A damaged file is set aside, reported by an `error` event that names it, and the work is
 * done on a new one with what could be saved; nothing is ever emptied in silence.
 *
 * @throws {ToolError} `memory_unavailable` when the file cannot be used for any other reason
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

class FoundDamage extends Error {
  readonly errcode = 11
}

async function workOn<T>(
  open: (path: string) => MemoryStore,
  path: string,
  use: StoreUse,
  work: (store: MemoryStore) => T | Promise<T>,
): Promise<T> {
  const whole = use.check && existsSync(path) && statSync(path).size <= checkedBytes
  const store = open(path)
  try {
    const wrong = whole ? store.check() : undefined
    if (wrong !== undefined) throw new FoundDamage(wrong)
    return await work(store)
  } finally {
    store.close()
  }
}

function report({ error, log }: ToolContext, damage: Damage): void {
  const message = `The memories of this session were damaged (${damage.reason}). The file was set aside as ${damage.setAside}; ${damage.saved} events could be saved from it.`
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
