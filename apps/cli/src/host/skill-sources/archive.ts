import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { packTar, unpackTar } from 'modern-tar'
import { UsageError } from '../../exit-codes.ts'

/** The most that an archive may contain. */
const limits = { bytes: 256 * 1024 * 1024, files: 20_000 }
/** npm gives every file of a package this time, so that equal files make equal packages. */
const packedAt = new Date('1985-10-26T08:15:00.000Z')

/** A file to pack, by its path in the archive. */
export interface PackedFile {
  path: string
  content: Uint8Array
  isExecutable: boolean
}

/** Returns a compressed archive as npm makes them: every file below `package/`, in order, without users and times. */
export async function packFiles(files: readonly PackedFile[]): Promise<Uint8Array> {
  const entries = files
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    .map(({ path, content, isExecutable }) => ({
      header: {
        name: `package/${path}`,
        size: content.byteLength,
        type: 'file' as const,
        mode: isExecutable ? 0o755 : 0o644,
        mtime: packedAt,
        uid: 0,
        gid: 0,
      },
      body: content,
    }))
  return gzipSync(await packTar(entries), { level: 9 })
}

/**
 * Unpacks an archive, `.tgz`, `.tar.gz` or `.tar`, into a folder, without the folder that all its files are in.
 *
 * @throws {UsageError} if it is not an archive, is too large, or has a path that leads out of the folder, or a link
 */
export async function unpackArchive(file: string, into: string): Promise<void> {
  const refuse = (why: string) => new UsageError(`the archive "${file}" cannot be used: ${why}`)
  const entries = await readEntries(readFileSync(file), refuse)
  const files = entries.filter(({ header }) => header.type !== 'directory')
  if (files.length === 0) throw refuse('it contains no file')
  if (files.length > limits.files) throw refuse(`it contains more than ${limits.files} files`)
  const parts = files.map(({ header }) => partsOf(header.name, refuse))
  const top = parts[0]![0]
  const isWrapped = parts.every((each) => each.length > 1 && each[0] === top)
  for (const [index, { header, data }] of files.entries()) {
    const { type = 'file' } = header
    if (type !== 'file') throw refuse(`"${header.name}" is ${/link/.test(type) ? 'a link' : 'not a regular file'}`)
    const path = join(into, ...parts[index]!.slice(isWrapped ? 1 : 0))
    try {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, data ?? '', { mode: (header.mode ?? 0) & 0o100 ? 0o755 : 0o644, flag: 'wx' })
    } catch (error) {
      throw refuse(`"${header.name}" cannot be written (${(error as NodeJS.ErrnoException).code})`)
    }
  }
}

async function readEntries(bytes: Uint8Array, refuse: (why: string) => UsageError) {
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    const tar = isCompressed ? gunzipSync(bytes, { maxOutputLength: limits.bytes }) : bytes
    if (tar.byteLength <= limits.bytes) return await unpackTar(tar, { strict: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_BUFFER_TOO_LARGE')
      throw refuse(`it is not a tar archive (${(error as Error).message})`)
  }
  throw refuse(`it contains more than ${limits.bytes / 1024 / 1024} MiB`)
}

/** The names of a path. Windows reads more characters as separators. */
function partsOf(path: string, refuse: (why: string) => UsageError): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  if (path.startsWith('/') || /[\\:\0]/.test(path) || parts.includes('..') || parts.length === 0)
    throw refuse(`the path ${JSON.stringify(path)} is not allowed`)
  return parts
}
