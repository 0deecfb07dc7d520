import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { RuntimeError, openSqliteSessionStore } from '@narratoria/runtime'
import type { SqliteSessionStore, StoreNotice } from '@narratoria/runtime/store'
import { storePath } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { count } from '../../terminal/terminal.ts'

export interface Check {
  name: string
  status: 'ok' | 'missing' | 'repaired' | 'broken'
  message: string
  /** What to do. */
  hint?: string
}

const name = 'Stories'
const notStored = 'Stories can be played, but not stored, until this is fixed.'
const notPlayable = 'No story can be played until this is fixed. Until then, set NARRATORIA_HOME to another folder.'

/** Opens the file of stories as a host does, and reads every turn. */
export async function checkStore(io: Io): Promise<Check> {
  const path = storePath(io)
  if (!existsSync(path)) {
    return canWriteUnder(path)
      ? { name, status: 'ok', message: `none yet; they will be stored in ${path}` }
      : { name, status: 'broken', message: `${path} is not writable`, hint: notStored }
  }
  try {
    const store = await openSqliteSessionStore(path)
    try {
      const sessions = await store.listSessions()
      const size = `${(statSync(path).size / 1e6).toFixed(1)} MB`
      const notices = [...store.notices, ...(await readAll(store))]
      const summary = `${count(sessions.length, 'story', 'stories')} in ${path} (${size})`
      const message = [summary, ...notices.map((notice) => notice.message)].join('. ')
      return { name, ...worstOf(notices.map(({ code }) => code)), message }
    } finally {
      await store.close()
    }
  } catch (error) {
    const code = RuntimeError.isInstance(error) ? error.code : undefined
    const hint = code === 'store_unwritable' || code === 'store_full' ? notStored : notPlayable
    return { name, status: 'broken', message: error instanceof Error ? error.message : String(error), hint }
  }
}

/** Reads every turn, and returns what is damaged. The timer keeps the process alive, which the store does not. */
async function readAll(store: SqliteSessionStore): Promise<StoreNotice[]> {
  const timer = setInterval(() => {}, 1_000)
  const notice = await store.checked
  clearInterval(timer)
  return notice ? [notice] : []
}

function worstOf(codes: readonly StoreNotice['code'][]): Pick<Check, 'status' | 'hint'> {
  if (codes.includes('damage_found'))
    return { status: 'broken', hint: 'Run "narratoria doctor" again to see what was recovered.' }
  if (codes.includes('read_only')) return { status: 'broken', hint: 'Make the file and its folder writable.' }
  if (codes.includes('damaged_file_set_aside'))
    return {
      status: 'repaired',
      hint: 'Check your stories with "narratoria sessions list"; then you can delete the damaged file.',
    }
  if (codes.includes('changes_lost'))
    return { status: 'repaired', hint: 'If you have a newer copy of the file, put it back; otherwise play on.' }
  return { status: 'ok' }
}

/** Whether a file could be created at a path, whose folders may not exist yet. */
function canWriteUnder(path: string): boolean {
  const folder = dirname(path)
  try {
    accessSync(folder, constants.W_OK)
    return statSync(folder).isDirectory()
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && folder !== path && canWriteUnder(folder)
  }
}
