import { randomUUID } from 'node:crypto'
import { realpathSync, statSync } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JsonObject } from '@narratoria/protocol'
import { parseObject } from '../discover/parse-json.ts'
import { readTextFile } from '../discover/read-text-file.ts'

/** What a `config.json` holds; nothing where it is missing or cannot be used, and then `fault` says why. */
export interface SavedConfig {
  values: JsonObject
  fault?: string
}

/** Reads a `config.json`; one that is missing is empty. */
export function readConfigFile(path: string): SavedConfig {
  let folder: string
  try {
    folder = realpathSync(dirname(path))
  } catch {
    return { values: {} }
  }
  const read = readTextFile(folder, basename(path))
  if ('code' in read && read.code === 'missing') return { values: {} }
  const parsed = 'text' in read ? parseObject(read.text) : read
  return 'value' in parsed ? { values: parsed.value } : { values: {}, fault: parsed.reason }
}

/** Changes when the file changes. */
export function fileStamp(path: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
    return `${path}:${ino}:${size}:${mtimeNs}:${ctimeNs}`
  } catch {
    return path
  }
}

/** Replaces a JSON file as a whole, readable by its owner alone: a reader sees the old one or the new one. */
export async function writeJsonFile(path: string, value: JsonObject): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.${randomUUID()}.tmp`)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

const staleMs = 10_000
const retryMs = 15

/** Runs `work` while no other process that asks here works on the same file. A lock left by a dead process is broken. */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const lock = join(dirname(path), `.${basename(path)}.lock`)
  while (!(await takeLock(lock))) await sleep(retryMs)
  try {
    return await work()
  } finally {
    await rm(lock, { force: true })
  }
}

async function takeLock(lock: string): Promise<boolean> {
  try {
    await (await open(lock, 'wx', 0o600)).close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const age = await stat(lock).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  )
  if (age > staleMs) await rm(lock, { force: true })
  return false
}
