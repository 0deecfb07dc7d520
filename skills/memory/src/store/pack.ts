/** Number of events per pack. */
export const packSize = 256

/** The fields of an event that the search needs. */
export interface Row {
  id: number
  seq: number | null
  at: number
  significance: number
  norm: number
  vector: Int8Array
}

/**
 * Events in columns, so that a search reads a few large blobs instead of many rows. The vectors are transposed: all first components,
 * then all second ones. A pack is redundant and can be dropped.
 */
export interface Pack {
  count: number
  ids: Float64Array
  /** NaN for events without a turn. */
  seqs: Float64Array
  ats: Float64Array
  significances: Float64Array
  norms: Float64Array
  /** `vectors[component * count + row]` */
  vectors: Int8Array
}

/** Packs rows. All vectors must have the same length. */
export function packRows(rows: readonly Row[]): Pack {
  const count = rows.length
  const dimensions = rows[0]?.vector.length ?? 0
  const vectors = new Int8Array(dimensions * count)
  rows.forEach(({ vector }, row) => {
    for (let component = 0; component < dimensions; component++) vectors[component * count + row] = vector[component]!
  })
  const column = (read: (row: Row) => number) => Float64Array.from(rows, read)
  return {
    count,
    ids: column(({ id }) => id),
    seqs: column(({ seq }) => seq ?? Number.NaN),
    ats: column(({ at }) => at),
    significances: column(({ significance }) => significance),
    norms: column(({ norm }) => norm),
    vectors,
  }
}

export function encodeNumbers(pack: Pack): Uint8Array {
  const { count, ids, seqs, ats, significances, norms } = pack
  const all = new Float64Array(count * 5)
  for (const [at, column] of [ids, seqs, ats, significances, norms].entries()) all.set(column, at * count)
  return new Uint8Array(all.buffer)
}

export function decodePack(numbers: Uint8Array, vectors: Uint8Array): Pack {
  const all = new Float64Array(numbers.slice().buffer)
  const count = all.length / 5
  const column = (at: number) => all.subarray(at * count, (at + 1) * count)
  return {
    count,
    ids: column(0),
    seqs: column(1),
    ats: column(2),
    significances: column(3),
    norms: column(4),
    vectors: new Int8Array(vectors.buffer, vectors.byteOffset, vectors.byteLength),
  }
}
