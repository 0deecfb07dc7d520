import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Writes a folder completely or not at all: beside its place first, then renamed. The folder must not exist.
 *
 * @returns the paths of the files in the folder
 */
export async function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): Promise<string[]> {
  const part = join(dirname(folder), `.${basename(folder)}.${randomUUID()}`)
  try {
    for (const [name, content] of files) {
      await mkdir(dirname(join(part, name)), { recursive: true })
      await writeFile(join(part, name), content)
    }
    await rename(part, folder)
    return [...files.keys()]
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

/** Writes a folder as {@link writeFolder} does, in a folder that may not exist either. @throws if the folder exists */
export async function writeNewFolder(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<string[]> {
  if (existsSync(folder)) throw Object.assign(new Error(`EEXIST: ${folder} already exists`), { code: 'EEXIST' })
  await mkdir(dirname(folder), { recursive: true })
  return await writeFolder(folder, files)
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
