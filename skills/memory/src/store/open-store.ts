import { existsSync, statSync } from 'node:fs'
import type { ToolContext } from '@narratoria/tool-sdk'
import { ToolError } from '@narratoria/tool-sdk'
import { isDamage, setAside } from './damage.ts'
import { MemoryStore } from './memory-store.ts'
import { sessionFile } from './session-file.ts'

/** Files up to this size are checked page by page before they are written to. */
const checkedBytes = 16 * 1024 * 1024

/** How the file is used. */
export interface StoreUse {
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
  const path = sessionFile(context.dataDir(), context.request.sessionId)
  if (!use.create && !existsSync(path)) return undefined
  try {
    return await workOn(path, use, work)
  } catch (error) {
    if (!isDamage(error)) throw asToolError(error)
    report(context, path, error as Error)
  }
  try {
    return await workOn(path, { ...use, check: false }, work)
  } catch (error) {
    throw asToolError(error)
  }
}

class FoundDamage extends Error {
  readonly errcode = 11
}

async function workOn<T>(path: string, use: StoreUse, work: (store: MemoryStore) => T | Promise<T>): Promise<T> {
  const whole = use.check && existsSync(path) && statSync(path).size <= checkedBytes
  const store = new MemoryStore(path)
  try {
    const wrong = whole ? store.check() : undefined
    if (wrong !== undefined) throw new FoundDamage(wrong)
    return await work(store)
  } finally {
    store.close()
  }
}

function report({ error, log }: ToolContext, path: string, cause: Error): void {
  const damage = setAside(path, cause.message, new Date())
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
