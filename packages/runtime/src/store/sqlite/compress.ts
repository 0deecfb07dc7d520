import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { JsonValue } from '@narratoria/protocol'

/** Compresses JSON, with a checksum by which a damaged block is noticed. */
export function compressJson(value: unknown): Uint8Array {
  return zstdCompressSync(JSON.stringify(value), { params: { [constants.ZSTD_c_checksumFlag]: 1 } })
}

/** Reads what {@link compressJson} made. Throws where a byte of it was changed. */
export function decompressJson<T = JsonValue>(bytes: Uint8Array): T {
  return JSON.parse(zstdDecompressSync(bytes).toString('utf8')) as T
}
