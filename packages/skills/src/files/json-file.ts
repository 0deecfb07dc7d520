import { randomUUID } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { parseObject } from '../manifest/parse-object.ts'
import { readTextFile } from './read-text-file.ts'

/** The content of a JSON file: empty if the file is missing, or if `fault` says why it cannot be used. */
export interface JsonFile {
  values: JsonObject
  fault?: string
}

/** Reads a file that holds one JSON object. */
export function readJsonFile(path: string): JsonFile {
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

/** Replaces a JSON file atomically, readable by its owner only. */
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
