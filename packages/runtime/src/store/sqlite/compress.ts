// The default export: a Node without zstd must be able to load this file, so that the message about its version is read.
import zlib from 'node:zlib'
import type { JsonValue } from '@narratoria/protocol'

/** Compresses JSON and adds a checksum, which detects a damaged block. */
export function compressJson(value: unknown): Uint8Array {
  return compressText(JSON.stringify(value))
}

/** The same for JSON text. */
export function compressText(text: string): Uint8Array {
  return zlib.zstdCompressSync(text, { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } })
}

/** Reads a block of {@link compressJson}. Throws if a byte was changed. */
export function decompressJson<T = JsonValue>(bytes: Uint8Array): T {
  return JSON.parse(decompressText(bytes)) as T
}

/** Reads a block of {@link compressText}. Throws if a byte was changed. */
export function decompressText(bytes: Uint8Array): string {
  return zlib.zstdDecompressSync(bytes).toString('utf8')
}
