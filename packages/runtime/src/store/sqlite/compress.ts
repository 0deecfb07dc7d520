import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { JsonValue } from '@narratoria/protocol'

/** Compresses JSON and adds a checksum, which detects a damaged block. */
export function compressJson(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
}

/** Reads a block of {@link compressJson}. Throws if a byte was changed. */
export function decompressJson<T = JsonValue>(bytes: Uint8Array): T {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as T
}
