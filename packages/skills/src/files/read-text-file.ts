import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { SkillWarningCode } from '../skill.ts'

/** The largest manifest, prompt, schema or configuration that is read. */
const maxFileBytes = 1024 * 1024

/** The content of a file, or the reason why it cannot be read. */
export type TextFile = { text: string } | { code: SkillWarningCode | 'missing'; reason: string }

/** Whether `path` is `folder` or inside it. Both are real paths. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (!isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`))
}

/**
 * Reads a UTF-8 text file in `folder`, a real path. Follows links only inside the folder. Reads only regular files of at most
 * 1 MiB and never waits for a pipe or device. Removes a byte order mark.
 */
export function readTextFile(folder: string, path: string): TextFile {
  let descriptor: number | undefined
  try {
    const real = realpathSync(resolve(folder, path))
    if (!isInside(folder, real)) return { code: 'outside_folder', reason: "is outside the skill's folder" }
    descriptor = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    const status = fstatSync(descriptor)
    if (!status.isFile()) return { code: 'unreadable', reason: 'is not a regular file' }
    if (status.size > maxFileBytes) return tooLarge
    return decode(readBounded(descriptor, status.size))
  } catch (error) {
    return unreadable(error)
  } finally {
    if (descriptor !== undefined) closeSync(descriptor)
  }
}

const tooLarge = { code: 'too_large', reason: `is larger than ${maxFileBytes / 1024} KiB` } as const

function readBounded(descriptor: number, size: number): Buffer | undefined {
  // One byte more than the size, to detect a file that grows while it is read.
  const buffer = Buffer.allocUnsafe(Math.min(size, maxFileBytes) + 1)
  let length = 0
  while (length < buffer.length) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, null)
    if (count === 0) return buffer.subarray(0, length)
    length += count
  }
  return undefined
}

function decode(bytes: Buffer | undefined): TextFile {
  if (!bytes) return { code: 'unreadable', reason: 'grew while it was being read; it is read again when it changes' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
    return { code: 'unreadable', reason: `is not UTF-8 text${utf16 ? ' but UTF-16; save it as UTF-8' : ''}` }
  }
}

/** Explains an error of the file system. */
export function unreadable(error: unknown): { code: 'missing' | 'unreadable'; reason: string } {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'missing', reason: 'does not exist' }
    case 'ELOOP':
      return { code: 'unreadable', reason: 'is a link to itself' }
    case 'EACCES':
    case 'EPERM':
      return { code: 'unreadable', reason: 'cannot be read; change its permissions' }
    case 'ENAMETOOLONG':
      return { code: 'unreadable', reason: 'has a name that is too long' }
    default:
      return { code: 'unreadable', reason: `cannot be read (${(error as NodeJS.ErrnoException).code ?? 'bad path'})` }
  }
}
