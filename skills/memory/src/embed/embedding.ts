/** An embedding with 8-bit components, a quarter of the size of floats. Similarities are computed from the stored components. */
export interface Embedding {
  /** The name of the embedder. Embeddings of different embedders cannot be compared. */
  embedder: string
  vector: Int8Array
  norm: number
}

/** Scales components to 8 bits. `norm` is the length of the scaled vector. */
export function toEmbedding(embedder: string, components: ArrayLike<number>): Embedding {
  const vector = new Int8Array(components.length)
  let largest = 0
  for (let at = 0; at < components.length; at++) largest = Math.max(largest, Math.abs(components[at]!))
  let square = 0
  for (let at = 0; largest > 0 && at < components.length; at++) {
    const value = Math.round((components[at]! / largest) * 127)
    vector[at] = value
    square += value * value
  }
  return { embedder, vector, norm: Math.sqrt(square) }
}
