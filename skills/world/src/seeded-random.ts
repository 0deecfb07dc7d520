import { createHash } from 'node:crypto'
import type { Random } from '@narratoria/world/model'

/** A source of chance (xorshift32) that is the same for the same seed, so that a story played again is the same. */
export function seededRandom(seed: readonly (string | number)[]): Random {
  let state = createHash('sha256').update(JSON.stringify(seed)).digest().readUInt32LE() || 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
