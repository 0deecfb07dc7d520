import { crc32, deflateSync } from 'node:zlib'

const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const upFilter = 2

/** Encodes 8-bit RGB pixels, row by row from the top, as a PNG file. */
export function encodePng(width: number, height: number, rgb: Uint8Array): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8) // 8 bits, RGB, deflate, adaptive filters, not interlaced
  return Buffer.concat([
    Buffer.from(signature),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(filterRows(rgb, width * 3, height), { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

// Differences to the row above compress better.
function filterRows(rgb: Uint8Array, rowLength: number, height: number): Buffer {
  const rows = Buffer.alloc((rowLength + 1) * height)
  for (let y = 0; y < height; y += 1) {
    const to = y * (rowLength + 1)
    rows[to] = upFilter
    for (let x = 0; x < rowLength; x += 1) {
      const above = y === 0 ? 0 : rgb[(y - 1) * rowLength + x]!
      rows[to + 1 + x] = rgb[y * rowLength + x]! - above
    }
  }
  return rows
}

function chunk(type: string, body: Uint8Array): Buffer {
  const framed = Buffer.alloc(body.length + 12)
  framed.writeUInt32BE(body.length, 0)
  framed.write(type, 4, 'latin1')
  framed.set(body, 8)
  framed.writeUInt32BE(crc32(framed.subarray(4, body.length + 8)), body.length + 8)
  return framed
}
