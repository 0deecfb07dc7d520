import { mkdir, open, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** Most bytes of a file that a runner hands over. */
const maxFileBytes = 256 * 1024 * 1024

/**
 * Writes a file that is elsewhere into `folder`, completely or not at all, and returns its path. Rejects if the content ends in an
 * error, is larger than 256 MiB, or cannot be written.
 */
export async function receiveFile(content: AsyncIterable<Uint8Array>, folder: string, named: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, basename(named))
  const bounded = async function* (chunks: AsyncIterable<Uint8Array>) {
    let sizeBytes = 0
    for await (const chunk of chunks) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > maxFileBytes) throw new Error('it is larger than 256 MiB')
      yield chunk
    }
  }
  // Opened first: a stream that is destroyed while it opens its file may still create it.
  const file = await open(path, 'wx', 0o600)
  try {
    await pipeline(content, bounded, file.createWriteStream())
    return path
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}
