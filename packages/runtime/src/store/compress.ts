// The default export: a Node without zstd must be able to load this file, so that the message about its version is read.
import zlib from 'node:zlib'
import type { JsonValue } from '@narratoria/protocol'
import { isShort, jsonPieces } from '@narratoria/protocol/rules'
import { type Steps, inSlices } from './in-slices.ts'

const options = { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } }

/** Compresses JSON and adds a checksum, which detects a damaged block. */
export function compressJson(value: unknown): Uint8Array {
  return compressText(JSON.stringify(value))
}

/** Also finds what is repeated megabytes later, as a large patch is in the events, the result and the plan of its turn. */
const farOptions = {
  params: {
    ...options.params,
    [zlib.constants.ZSTD_c_enableLongDistanceMatching]: 1,
    [zlib.constants.ZSTD_c_windowLog]: 24,
  },
}

/** Like {@link compressJson}. A large value is compressed on another thread, and written in steps. It must not change meanwhile. */
export async function compressLarge(value: unknown): Promise<Uint8Array> {
  if (isShort(value)) return compressJson(value)
  const pieces: Uint8Array[] = []
  for await (const piece of compressInPieces(value, largePieceBytes, farOptions)) pieces.push(piece)
  return Buffer.concat(pieces)
}

const largePieceBytes = 1 << 20

/** The same for JSON text. */
export function compressText(text: string): Uint8Array {
  return zlib.zstdCompressSync(text, options)
}

/**
 * Compresses a large value like {@link compressJson}, on another thread, and yields the block in pieces of about `pieceBytes`. The value
 * must not change meanwhile. Returns the characters of its JSON.
 */
export async function* compressInPieces(
  value: unknown,
  pieceBytes: number,
  settings: zlib.ZstdOptions = options,
): AsyncGenerator<Uint8Array, number> {
  const stream = zlib.createZstdCompress(settings)
  let length = 0
  const write = async () => {
    for (const text of jsonPieces(value)) {
      length += text.length
      // The next text waits until this one was compressed, and other work of the host runs.
      await new Promise<void>((resolve, reject) => stream.write(text, (error) => (error ? reject(error) : resolve())))
    }
    stream.end()
  }
  write().catch((error: Error) => stream.destroy(error))
  let waiting: Buffer[] = []
  let bytes = 0
  for await (const block of stream as AsyncIterable<Buffer>) {
    waiting.push(block)
    bytes += block.length
    if (bytes < pieceBytes) continue
    yield Buffer.concat(waiting)
    ;[waiting, bytes] = [[], 0]
  }
  if (bytes > 0) yield Buffer.concat(waiting)
  return length
}

/** Reads a block of {@link compressJson}. Throws if a byte was changed. */
export function decompressJson<T = JsonValue>(bytes: Uint8Array): T {
  return JSON.parse(decompressText(bytes)) as T
}

/** Reads a block of {@link compressText}. Throws if a byte was changed. */
export function decompressText(bytes: Uint8Array): string {
  return decompressAtOnce(bytes).toString('utf8')
}

/** Reads a block of {@link compressText}. Returns UTF-8. Throws if a byte was changed. */
export function decompressAtOnce(bytes: Uint8Array): Buffer {
  return zlib.zstdDecompressSync(bytes)
}

/** A block and a content of these sizes are read sooner here than on another thread. */
const smallBlockBytes = 64 * 1024
const smallContentBytes = 1024 * 1024

/** Like {@link decompressAtOnce} for a block in pieces, but a large one is read on another thread, and put together in steps. */
export async function decompress(pieces: readonly Uint8Array[]): Promise<Buffer> {
  const [first = new Uint8Array()] = pieces
  if (pieces.length < 2 && first.length < smallBlockBytes) {
    const content = decompressUpTo(first, smallContentBytes)
    if (content) return content
  }
  const stream = zlib.createZstdDecompress()
  for (const piece of pieces) stream.write(piece)
  stream.end()
  return inSlices(joined(await collect(stream)))
}

async function collect(stream: AsyncIterable<Buffer>): Promise<Buffer[]> {
  const pieces: Buffer[] = []
  for await (const piece of stream) pieces.push(piece)
  return pieces
}

/** The content of a block; `undefined` if it has more bytes. Throws if a byte was changed, and that was found up to there. */
export function decompressUpTo(bytes: Uint8Array, maxBytes: number): Buffer | undefined {
  try {
    return zlib.zstdDecompressSync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') return undefined
    throw error
  }
}

function* joined(pieces: readonly Buffer[]): Steps<Buffer> {
  // Memory that is not cleared first, which would take as long as copying.
  const whole = Buffer.allocUnsafeSlow(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    at += piece.copy(whole, at)
    yield
  }
  return whole
}
