import { closeSync, openSync, readSync } from 'node:fs'

/** What the log beside a file holds, however much of it still counts: all that was written not long ago. */
export interface WriteLog {
  pageSize: number
  /** The numbers of the pages. */
  pages: ReadonlySet<number>
  /** The row numbers that stand on those of them that hold a table's rows, of whichever table. */
  rows: ReadonlySet<number>
}

const headerSize = 32
const frameHeaderSize = 24
/** The kind of a page that holds a table's rows. */
const tableLeaf = 13

/** Reads a log (the `-wal` of a database file); `undefined` where its beginning does not tell how. */
export function readWriteLog(path: string): WriteLog | undefined {
  const file = openSync(path, 'r')
  try {
    const header = Buffer.alloc(headerSize)
    const length = readSync(file, header, 0, headerSize, 0)
    const [pages, rows] = [new Set<number>(), new Set<number>()]
    if (length === 0) return { pageSize: 0, pages, rows }
    const pageSize = header.readUInt32BE(8)
    const isLog = (header.readUInt32BE(0) & ~1) >>> 0 === 0x377f0682
    if (length < headerSize || !isLog || pageSize < 512 || pageSize > 65_536) return undefined
    const frame = Buffer.alloc(frameHeaderSize + pageSize)
    for (let at = headerSize; readSync(file, frame, 0, frame.length, at) === frame.length; at += frame.length) {
      const number = frame.readUInt32BE(0)
      pages.add(number)
      for (const row of rowsOf(frame.subarray(frameHeaderSize), number === 1 ? 100 : 0)) rows.add(row)
    }
    return { pageSize, pages, rows }
  } finally {
    closeSync(file)
  }
}

/** The row numbers on a page whose header is at `start`: after each cell's length comes its row's number. */
function* rowsOf(page: Buffer, start: number): Generator<number> {
  if (page[start] !== tableLeaf) return
  const count = page.readUInt16BE(start + 3)
  for (let pointer = start + 8; pointer < start + 8 + 2 * count && pointer + 2 <= page.length; pointer += 2) {
    const length = readVarint(page, page.readUInt16BE(pointer))
    yield readVarint(page, length.end).value
  }
}

/** A number as SQLite writes it: seven bits of each byte, of a ninth all eight. */
function readVarint(page: Buffer, start: number): { value: number; end: number } {
  let value = 0
  for (let at = start; at < start + 8; at++) {
    const byte = page[at] ?? 0
    value = value * 128 + (byte & 127)
    if (byte < 128) return { value, end: at + 1 }
  }
  return { value: value * 256 + (page[start + 8] ?? 0), end: start + 9 }
}
