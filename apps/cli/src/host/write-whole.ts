import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../exit-codes.ts'

/**
 * Writes a file that is whole under its name or not there: what is killed on the way leaves a `.part` beside it.
 *
 * @throws {UsageError} where the file is there already
 */
export async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already; choose another name`)
  const part = `${file}.part`
  try {
    await pipeline(pieces, createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
