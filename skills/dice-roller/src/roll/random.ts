// Loaded when numbers are wanted: the module costs 4 ms, a sixth of an empty Node's start.
const crypto = () => process.getBuiltinModule('node:crypto')

/** A source of random 32-bit integers, as the dice library wants it. */
export interface RandomSource {
  next(): number
}

/** Unpredictable numbers from the system. */
export function cryptoSource(): RandomSource {
  const block = new Int32Array(64)
  let used = block.length
  return {
    next() {
      if (used === block.length) {
        crypto().randomFillSync(block)
        used = 0
      }
      return block[used++]!
    },
  }
}

/**
 * The same numbers for the same `key`, and unrelated ones for any other: SHA-256 in counter mode, so that neither
 * neighbouring seeds nor neighbouring turns look alike.
 */
export function seededSource(key: readonly unknown[]): RandomSource {
  const prefix = JSON.stringify(key)
  let block = Buffer.alloc(0)
  let counter = 0
  let used = 0
  return {
    next() {
      if (used === block.length) {
        block = crypto().createHash('sha256').update(`${prefix}#${counter++}`).digest()
        used = 0
      }
      used += 4
      return block.readInt32LE(used - 4)
    },
  }
}
