import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Evaluated prompt prefixes on disk. */
export interface PrefixCache {
  /** Brings a prefix into a sequence, where it was kept for this very model. */
  load: (sequence: LlamaContextSequence, prefix: readonly Token[]) => Promise<void>
  save: (sequence: LlamaContextSequence, prefix: readonly Token[]) => Promise<void>
}

/** How many prefixes are kept; the oldest goes first. */
const maxFiles = 4

/** Opens a cache for one model: its files are keyed by everything that they depend on, and by the prefix itself. */
export async function openPrefixCache(folder: string, key: readonly unknown[]): Promise<PrefixCache> {
  await mkdir(folder, { recursive: true })
  const pathOf = (prefix: readonly Token[]) =>
    join(
      folder,
      `${createHash('sha256')
        .update(JSON.stringify([key, prefix]))
        .digest('hex')
        .slice(0, 40)}.prefix`,
    )
  return {
    load: async (sequence, prefix) => {
      const path = pathOf(prefix)
      if (sequence.nextTokenIndex > 0 || !(await isFile(path))) return
      // A file that cannot be read is only a prefix that must be evaluated.
      await sequence.loadStateFromFile(path, { acceptRisk: true }).catch(() => rm(path, { force: true }))
    },
    save: async (sequence, prefix) => {
      const path = pathOf(prefix)
      try {
        await sequence.saveStateToFile(`${path}.new`)
        await rename(`${path}.new`, path)
        await removeOldest(folder)
      } catch {
        await rm(`${path}.new`, { force: true })
      }
    },
  }
}

/** Tells one model file from another, and from itself when it has changed. */
export async function modelKey(path: string): Promise<unknown[]> {
  const { size, mtimeMs, ino } = await stat(path)
  return [path, size, mtimeMs, ino]
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true
}

async function removeOldest(folder: string): Promise<void> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.prefix')).map((file) => join(folder, file))
  const aged = await Promise.all(files.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })))
  for (const { path } of aged.toSorted((a, b) => b.at - a.at).slice(maxFiles)) await rm(path, { force: true })
}
