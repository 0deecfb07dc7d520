import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'

/**
 * Writes a new file. It appears under its name only when it is complete; a process killed before leaves a file beside it
 * whose name ends in `.part`.
 *
 * @throws {UsageError} if the file exists, or its folder does not
 */
export async function writeAtomically(
  { cwd }: Pick<Io, 'cwd'>,
  name: string,
  pieces: AsyncIterable<string> | Iterable<Uint8Array>,
): Promise<void> {
  const file = newFile({ cwd }, name)
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const output = createWriteStream(part, { flags: 'wx', flush: true })
  let isOpen = false
  output.once('open', () => (isOpen = true))
  try {
    await pipeline(pieces, output)
    await rename(part, file)
  } catch (error) {
    // A file that could not be opened may belong to another process.
    if (isOpen) await rm(part, { force: true })
    throw new Error(`${name} could not be written: ${reasonOf(error)}`, { cause: error })
  }
}

/**
 * The path of a file that is to be written.
 *
 * @throws {UsageError} if the file exists, or its folder does not
 */
export function newFile({ cwd }: Pick<Io, 'cwd'>, name: string): string {
  const file = resolve(cwd, name)
  if (existsSync(file)) throw new UsageError(`${name} already exists; choose another name`)
  const folder = dirname(file)
  if (!existsSync(folder)) throw new UsageError(`${name} could not be written: there is no folder ${folder}`)
  return file
}

/** The reason without the name of the temporary file, which system errors contain. */
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'its folder is not writable'
  if (code === 'ENOTDIR') return 'its folder is a file'
  return message
}
