import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { InterchangeError } from '../errors.ts'
import { maxTextBytes } from './limits.ts'

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
const textTypes = new Set(['tEXt', 'zTXt', 'iTXt'])

/** A text of a picture. The keyword is in lower case. */
export interface PngText {
  keyword: string
  /** Latin-1, except in the type `iTXt`. */
  text: string
}

interface Chunk {
  type: string
  data: Uint8Array
  /** Where the chunk begins and ends in the file. */
  start: number
  end: number
}

export function isPng(bytes: Uint8Array): boolean {
  return signature.every((byte, index) => bytes[index] === byte)
}

/**
 * Reads the texts of a PNG or APNG picture whose keywords `isWanted`.
 *
 * @throws {InterchangeError} `damaged_file`, `too_large`
 */
export function readPngTexts(bytes: Uint8Array, isWanted: (keyword: string) => boolean): PngText[] {
  const texts: PngText[] = []
  for (const { type, data } of chunksOf(bytes)) {
    if (!textTypes.has(type)) continue
    const end = data.indexOf(0)
    if (end < 1) continue
    const keyword = latin1(data.subarray(0, end))
    if (!isWanted(keyword.toLowerCase())) continue
    texts.push({ keyword: keyword.toLowerCase(), text: textOf(type, data.subarray(end + 1)) })
  }
  return texts
}

/** Replaces the texts of a picture that have one of the keywords. */
export function writePngTexts(picture: Uint8Array, texts: Readonly<Record<string, string>>): Uint8Array {
  const chunks = [...chunksOf(picture)]
  const kept = chunks.filter(({ type, data }) => {
    const keyword = textTypes.has(type) ? latin1(data.subarray(0, Math.max(0, data.indexOf(0)))) : ''
    return type !== 'IEND' && !(keyword.toLowerCase() in texts)
  })
  const written = Object.entries(texts).map(([keyword, text]) =>
    chunk('tEXt', Buffer.from(`${keyword}\0${text}`, 'latin1')),
  )
  const parts = kept.map(({ start, end }) => picture.subarray(start, end))
  return concat([signature, ...parts, ...written, chunk('IEND', new Uint8Array())])
}

/** A picture in one colour, for a card that has none. */
export function plainPng(): Uint8Array {
  const [width, height, colour] = [400, 600, [0x67, 0x3a, 0xb7]]
  const header = new DataView(new ArrayBuffer(13))
  header.setUint32(0, width)
  header.setUint32(4, height)
  // Eight bits, true colour.
  header.setUint16(8, 0x08_02)
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(3 * width, Buffer.from(colour))])
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)))
  const parts = [chunk('IHDR', new Uint8Array(header.buffer)), chunk('IDAT', pixels), chunk('IEND', new Uint8Array())]
  return concat([signature, ...parts])
}

function* chunksOf(bytes: Uint8Array): Generator<Chunk> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let start = signature.length; start < bytes.length;) {
    if (start + 12 > bytes.length) throw damaged('it ends within a chunk')
    const length = view.getUint32(start)
    const end = start + 12 + length
    const type = latin1(bytes.subarray(start + 4, start + 8))
    if (end > bytes.length)
      throw damaged(`its chunk "${printableType(type)}" claims ${length} bytes, more than there are`)
    if (textTypes.has(type) && length > maxTextBytes)
      throw new InterchangeError('too_large', `A text of the picture is larger than ${maxTextBytes / 1024 / 1024} MiB.`)
    yield { type, data: bytes.subarray(start + 8, end - 4), start, end }
    if (type === 'IEND') return
    start = end
  }
}

function textOf(type: string, data: Uint8Array): string {
  if (type === 'tEXt') return latin1(data)
  if (type === 'zTXt') return latin1(inflate(data.subarray(1)))
  // Compression flag and method, then language and translated keyword.
  const isCompressed = data[0] === 1
  const translated = data.indexOf(0, data.indexOf(0, 2) + 1)
  const text = data.subarray(translated + 1)
  return new TextDecoder().decode(isCompressed ? inflate(text) : text)
}

function inflate(data: Uint8Array): Uint8Array {
  try {
    return inflateSync(data, { maxOutputLength: maxTextBytes })
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new InterchangeError('too_large', `A text of the picture is larger than ${maxTextBytes / 1024 / 1024} MiB.`)
    throw new InterchangeError('damaged_file', 'A compressed text of the picture is damaged.', { cause })
  }
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(Buffer.from(type, 'latin1'), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)))
  return bytes
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

function printableType(type: string): string {
  return type.replaceAll(/[^A-Za-z]/g, '?')
}

function damaged(reason: string): InterchangeError {
  return new InterchangeError('damaged_file', `The picture is damaged: ${reason}.`)
}
