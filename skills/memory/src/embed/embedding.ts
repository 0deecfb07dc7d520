/**
 * A text as a direction: 8-bit components and the length that makes them one. Eight bits keep four vectors where one of
 * floats would lie, and every similarity is computed from what is stored, so nothing is lost between two ways of looking.
 */
export interface Embedding {
  /** Who made it; embeddings of different makers cannot be compared. */
  embedder: string
  vector: Int8Array
  norm: number
}

/** Scales components to 8 bits. */
export function toEmbedding(embedder: string, components: ArrayLike<number>): Embedding {
  const vector = new Int8Array(components.length)
  let most = 0
  for (let at = 0; at < components.length; at++) most = Math.max(most, Math.abs(components[at]!))
  let square = 0
  for (let at = 0; most > 0 && at < components.length; at++) {
    const value = Math.round((components[at]! / most) * 127)
    vector[at] = value
    square += value * value
  }
  return { embedder, vector, norm: Math.sqrt(square) }
}
