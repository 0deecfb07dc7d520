import { crc32, inflateRawSync } from 'node:zlib'
import { InterchangeError } from '../errors.ts'
import { maxArchiveBytes, maxArchiveFiles } from './limits.ts'

const endRecord = 0x06054b50
const directoryRecord = 0x02014b50
const localRecord = 0x04034b50
/** More than this is not a picture, sound or text: the archive unpacks to many times its size. */
const maxRatio = 300
const utf8Names = 0x0800

interface Entry {
  name: string
  method: number
  checksum: number
  packed: number
  size: number
  offset: number
}

/** Where an archive begins: some programs put one behind a picture. -1 if there is none. */
export function findZip(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).indexOf(Buffer.from('PK\u0003\u0004', 'latin1'))
}

/**
 * Unpacks the files of a ZIP archive. Nothing is allocated by what the archive claims; a file that is longer than it claims ends it.
 *
 * @throws {InterchangeError} `damaged_file`, `too_large`, `unsafe_path` if a name leaves its folder
 */
export function unzip(source: Uint8Array): Map<string, Uint8Array> {
  const bytes = source.subarray(Math.max(0, findZip(source)))
  const files = new Map<string, Uint8Array>()
  let left = maxArchiveBytes
  for (const entry of directoryOf(bytes)) {
    if (entry.name.endsWith('/')) continue
    if (entry.size > left || entry.size > Math.max(1_000_000, entry.packed * maxRatio))
      throw new InterchangeError(
        'too_large',
        `The archive unpacks to too much: "${entry.name}" alone to ${entry.size} bytes.`,
      )
    const content = unpack(bytes, entry)
    left -= content.length
    files.set(entry.name, content)
  }
  return files
}

/** Packs files without compression: pictures are compressed already. */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const [parts, directory]: [Uint8Array[], Uint8Array[]] = [[], []]
  let offset = 0
  for (const [name, content] of files) {
    const encoded = new TextEncoder().encode(name)
    // Version 2.0, names in UTF-8, stored, 1 January 1980.
    const common = [20, utf8Names, 0, 0, 0x21]
    const sizes = [crc32(content), content.length, content.length]
    const local = record(localRecord, [...common, ...sizes.map(wide), encoded.length, 0])
    const central = [20, ...common, ...sizes.map(wide), encoded.length, 0, 0, 0, 0, wide(0), wide(offset)]
    parts.push(local, encoded, content)
    directory.push(record(directoryRecord, central), encoded)
    offset += local.length + encoded.length + content.length
  }
  const size = directory.reduce((sum, each) => sum + each.length, 0)
  const end = record(endRecord, [0, 0, files.size, files.size, wide(size), wide(offset), 0])
  return new Uint8Array(Buffer.concat([...parts, ...directory, end]))
}

function* directoryOf(bytes: Uint8Array): Generator<Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = endOf(view)
  const count = view.getUint16(end + 10, true)
  if (count > maxArchiveFiles)
    throw new InterchangeError('too_large', `The archive has more than ${maxArchiveFiles} files.`)
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== directoryRecord)
      throw damaged('its list of files is cut off')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    refuseUnsafe(name)
    if ((view.getUint16(at + 8, true) & 1) === 1) throw damaged('it is encrypted')
    yield {
      name,
      method: view.getUint16(at + 10, true),
      checksum: view.getUint32(at + 16, true),
      packed: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    }
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
}

function endOf(view: DataView): number {
  // A comment of at most 65,535 bytes may follow.
  for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 65_557); at--)
    if (view.getUint32(at, true) === endRecord) return at
  throw damaged('its end is missing')
}

function unpack(bytes: Uint8Array, { name, method, checksum, packed, size, offset }: Entry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== localRecord)
    throw damaged(`"${name}" is not where it should be`)
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw damaged(`"${name}" is cut off`)
  const data = bytes.subarray(start, start + packed)
  const content = method === 0 ? data : method === 8 ? inflate(data, size, name) : undefined
  if (!content) throw damaged(`"${name}" is compressed by a method that is not supported`)
  if (content.length !== size || crc32(content) !== checksum) throw damaged(`"${name}" is not what it claims to be`)
  return content
}

function inflate(data: Uint8Array, size: number, name: string): Uint8Array {
  try {
    return inflateRawSync(data, { maxOutputLength: Math.max(1, size) })
  } catch (cause) {
    throw new InterchangeError('damaged_file', `The archive is damaged: "${name}" cannot be unpacked.`, { cause })
  }
}

function refuseUnsafe(name: string): void {
  const parts = name.split('/')
  const isSafe = !/[\\\0]|^[A-Za-z]:/.test(name) && !name.startsWith('/') && !parts.includes('..')
  if (!isSafe)
    throw new InterchangeError(
      'unsafe_path',
      `The archive contains the path ${JSON.stringify(name)}, which leaves its folder.`,
    )
}

/** A number that takes four bytes. Others take two. */
function wide(value: number): { wide: number } {
  return { wide: value }
}

function record(id: number, fields: readonly (number | { wide: number })[]): Uint8Array {
  const bytes = Buffer.alloc(4 + fields.reduce<number>((sum, field) => sum + (typeof field === 'number' ? 2 : 4), 0))
  let at = bytes.writeUInt32LE(id)
  for (const field of fields)
    at = typeof field === 'number' ? bytes.writeUInt16LE(field, at) : bytes.writeUInt32LE(field.wide >>> 0, at)
  return bytes
}

function damaged(reason: string): InterchangeError {
  return new InterchangeError('damaged_file', `The archive is damaged: ${reason}.`)
}
