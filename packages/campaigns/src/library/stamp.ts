import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles } from '../read/list-files.ts'

/** Returns a text that changes when a file of a campaign is added, removed or written. Reads names, sizes and times only. */
export async function stampOf(folder: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await listFiles(folder, '.')
  const stats = await Promise.all(files.map((file) => stat(join(folder, file)).catch(() => undefined)))
  for (const [index, file] of files.entries()) {
    const { size = 0, mtimeMs = 0, ctimeMs = 0 } = stats[index] ?? {}
    hash.update(JSON.stringify([file, size, mtimeMs, ctimeMs]))
  }
  return hash.digest('hex')
}

/** Whether a folder contains links: what they lead to may change without its stamp. */
export async function hasLinks(folder: string): Promise<boolean> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => [])
  return entries.some((entry) => entry.isSymbolicLink())
}
