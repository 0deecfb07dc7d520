import type { LlamaContextSequence, Token } from 'node-llama-cpp'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from './model-file.ts'

/** Evaluated prefixes of prompts, cached on disk. */
export interface PrefixCache {
  /** Loads a prefix into an empty sequence. Resolves to false if it is not cached or its file is damaged. */
  load: (sequence: LlamaContextSequence, prefix: readonly Token[]) => Promise<boolean>
  /** Saves a sequence that contains just this prefix. Errors are ignored. */
  save: (sequence: LlamaContextSequence, prefix: readonly Token[]) => Promise<void>
}

/** Limits of the cache. The least recently used file is removed first. */
const maxFiles = 8
const maxBytes = 512 * 1024 * 1024
/** The age from which an unfinished file is treated as left over from a process that ended early. */
const staleMs = 3_600_000

/**
 * Opens the cache of one model. The name of a file contains a hash of `key` and the prefix, and a hash of the content,
 * because the native code must not read a damaged file.
 */
export async function openPrefixCache(folder: string, key: readonly unknown[]): Promise<PrefixCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeStale(folder)
  const nameOf = (prefix: readonly Token[]) => digest(JSON.stringify([key, prefix]))
  return {
    load: async (sequence, prefix) => {
      const file = (await filesIn(folder)).find((name) => name.startsWith(`${nameOf(prefix)}-`))
      if (file === undefined || sequence.nextTokenIndex > 0) return file !== undefined
      const path = join(folder, file)
      try {
        if (!file.includes(shortened(await hashFile(path)))) throw new Error('damaged')
        await sequence.loadStateFromFile(path, { acceptRisk: true })
        await utimes(path, new Date(), new Date())
        return true
      } catch {
        // The prefix is evaluated instead.
        await rm(path, { force: true })
        return false
      }
    },
    save: async (sequence, prefix) => {
      const draft = join(folder, `${randomUUID()}.new`)
      try {
        await sequence.saveStateToFile(draft)
        await rename(draft, join(folder, `${nameOf(prefix)}-${shortened(await hashFile(draft))}.prefix`))
        await removeOldest(folder)
      } catch {
        await rm(draft, { force: true })
      }
    },
  }
}

/** Identifies a model file and its version. */
export async function modelKey(path: string): Promise<unknown[]> {
  const { size, mtimeMs, ino } = await stat(path)
  return [path, size, mtimeMs, ino]
}

function digest(text: string): string {
  return shortened(createHash('sha256').update(text).digest('hex'))
}

function shortened(hash: string): string {
  return hash.slice(0, 40)
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.prefix'))
}

async function removeOldest(folder: string): Promise<void> {
  const paths = (await filesIn(folder)).map((file) => join(folder, file))
  const files = await Promise.all(
    paths.map(async (path) => {
      const { size, mtimeMs } = await stat(path)
      return { path, size, mtimeMs }
    }),
  )
  let bytes = 0
  for (const [index, { path, size }] of files.toSorted((a, b) => b.mtimeMs - a.mtimeMs).entries()) {
    bytes += size
    if (index >= maxFiles || bytes > maxBytes) await rm(path, { force: true })
  }
}

async function removeStale(folder: string): Promise<void> {
  for (const file of await readdir(folder)) {
    const path = join(folder, file)
    const at = file.endsWith('.new') ? (await stat(path).catch(() => undefined))?.mtimeMs : undefined
    if (at !== undefined && Date.now() - at > staleMs) await rm(path, { force: true })
  }
}
