import { closeSync, openSync, writeSync } from 'node:fs'

export type GgufValue =
  | { type: 'u32' | 'f32'; value: number }
  | { type: 'bool'; value: boolean }
  | { type: 'string'; value: string }
  | { type: 'strings'; value: readonly string[] }
  | { type: 'i32s'; value: readonly number[] }

/** A tensor. `dimensions` has the columns first. `rows` yields the data in chunks of rows. */
export interface GgufTensor {
  name: string
  dimensions: readonly number[]
  format: TensorFormat
  rows: () => Iterable<Uint8Array>
}

export type TensorFormat = 'f32' | 'q8_0' | 'q4_0'

const formats = {
  f32: { id: 0, bytesOf: (count: number) => count * 4 },
  q8_0: { id: 8, bytesOf: (count: number) => (count / 32) * 34 },
  q4_0: { id: 2, bytesOf: (count: number) => (count / 32) * 18 },
}
const alignment = 32

/** Size of `count` numbers in bytes. */
export function tensorBytes(format: TensorFormat, count: number): number {
  return formats[format].bytesOf(count)
}

export function writeGguf(path: string, metadata: Record<string, GgufValue>, tensors: readonly GgufTensor[]): void {
  const head = new ByteList()
  head.text('GGUF').u32(3).u64(tensors.length).u64(Object.keys(metadata).length)
  for (const [key, value] of Object.entries(metadata)) head.string(key).value(value)
  let offset = 0
  for (const { name, dimensions, format } of tensors) {
    head.string(name).u32(dimensions.length)
    for (const size of dimensions) head.u64(size)
    head.u32(formats[format].id).u64(offset)
    offset = align(offset + formats[format].bytesOf(dimensions.reduce((a, b) => a * b, 1)))
  }
  const file = openSync(path, 'w')
  try {
    let written = 0
    const write = (bytes: Uint8Array) => {
      for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
      written += bytes.length
    }
    const pad = () => write(new Uint8Array(align(written) - written))
    write(head.bytes())
    pad()
    for (const { rows } of tensors) {
      for (const bytes of rows()) write(bytes)
      pad()
    }
  } finally {
    closeSync(file)
  }
}

function align(size: number): number {
  return Math.ceil(size / alignment) * alignment
}

/** A growing list of little-endian bytes. */
class ByteList {
  readonly #parts: Uint8Array[] = []

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts)
  }

  text(text: string): this {
    this.#parts.push(Buffer.from(text))
    return this
  }

  u32(value: number): this {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    this.#parts.push(bytes)
    return this
  }

  u64(value: number): this {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(value))
    this.#parts.push(bytes)
    return this
  }

  string(text: string): this {
    return this.u64(Buffer.byteLength(text)).text(text)
  }

  value(entry: GgufValue): this {
    switch (entry.type) {
      case 'u32':
        return this.u32(4).u32(entry.value)
      case 'f32':
        this.u32(6).#parts.push(new Uint8Array(new Float32Array([entry.value]).buffer))
        return this
      case 'bool':
        this.u32(7).#parts.push(Uint8Array.of(entry.value ? 1 : 0))
        return this
      case 'string':
        return this.u32(8).string(entry.value)
      case 'strings':
        this.u32(9).u32(8).u64(entry.value.length)
        for (const text of entry.value) this.string(text)
        return this
      case 'i32s':
        this.u32(9)
          .u32(5)
          .u64(entry.value.length)
          .#parts.push(new Uint8Array(new Int32Array(entry.value).buffer))
        return this
    }
  }
}
