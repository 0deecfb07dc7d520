import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../exit-codes.ts'

/**
 * Writes a file that is whole under its name or not there: what is killed on the way leaves a file beside it, with a name of
 * its own that ends in `.part`.
 *
 * @throws {UsageError} where the file is there already, or there is no such folder
 */
export async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already; choose another name`)
  const folder = dirname(resolve(file))
  if (!existsSync(folder)) throw new UsageError(`${file} could not be written: there is no folder ${folder}`)
  const part = `${file}.${randomBytes(6).toString('hex')}.part`
  const output = createWriteStream(part, { flags: 'wx', flush: true })
  let opened = false
  output.once('open', () => (opened = true))
  try {
    await pipeline(pieces, output)
    await rename(part, file)
  } catch (error) {
    // What could not be opened may be somebody else's.
    if (opened) await rm(part, { force: true })
    throw new Error(`${file} could not be written: ${reasonOf(error)}`, { cause: error })
  }
}

// The system names the file beside it, which is nobody's concern.
function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'its folder may not be written to'
  if (code === 'ENOTDIR') return 'what should be its folder is a file'
  return message
}
