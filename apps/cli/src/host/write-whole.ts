import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { UsageError } from '../exit-codes.ts'

/**
 * Writes a file that is whole under its name or not there: what is killed on the way leaves a file beside it, with a name of
 * its own that ends in `.part`.
 *
 * @throws {UsageError} where the file is there already
 */
export async function writeWhole(file: string, pieces: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already; choose another name`)
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
    throw error
  }
}
