// Loaded on demand, because the module costs 4 ms of start-up time.
const crypto = () => process.getBuiltinModule('node:crypto')

/** A source of random 32-bit integers for the dice library. */
export interface RandomSource {
  next(): number
}

/** Creates a source of cryptographically secure numbers. */
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
 * Creates a source that is determined by `key`: SHA-256 in counter mode, so that similar keys give unrelated numbers.
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
