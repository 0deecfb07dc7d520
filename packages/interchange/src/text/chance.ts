import { createHash } from 'node:crypto'

/** A number from 0 to below 1 that depends on a text alone, so that a repeated turn finds the same. */
export function chanceOf(seed: string): number {
  return createHash('sha256').update(seed).digest().readUInt32BE() / 2 ** 32
}

/** Numbers from 0 to below 1 that depend on a text alone. */
export function chancesOf(seed: string): () => number {
  let count = 0
  return () => chanceOf(`${seed}#${count++}`)
}
