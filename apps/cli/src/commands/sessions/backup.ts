import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { openStore, storePath } from '../../host/open-store.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { BackupOptions } from '../sessions.ts'

/** `narratoria sessions backup`: copies all stories and their files to a new file. */
export async function backUpStories({ file, json }: BackupOptions, io: Io): Promise<void> {
  const now = new Date().toISOString().replaceAll(/[:.]/g, '-')
  const path = file === undefined ? `${storePath(io)}.backup-${now}` : resolve(io.cwd, file)
  const store = await openStore(io)
  try {
    await store.backup(path)
    const { length } = await store.listSessions()
    const sizeBytes = statSync(path).size
    if (json) printJson(io, { path, stories: length, sizeBytes })
    else print(io, `${count(length, 'story', 'stories')} copied to ${path} (${(sizeBytes / 1e6).toFixed(1)} MB)`)
  } finally {
    await store.close()
  }
}
