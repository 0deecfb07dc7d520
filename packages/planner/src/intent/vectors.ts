import model from './words.json' with { type: 'json' }

/** The length of a word's vector. */
export const dimensions = model.dimensions

let known: { rows: Map<string, number>; vectors: Int8Array } | undefined

// Read when first needed, because many programs load the package and plan nothing.
function read(): { rows: Map<string, number>; vectors: Int8Array } {
  known ??= {
    rows: new Map(model.words.split(' ').map((word, row) => [word, row])),
    vectors: readBytes(model.vectors),
  }
  return known
}

/** Signed bytes that are written in Base64. */
export function readBytes(text: string): Int8Array {
  const { buffer, byteOffset, length } = Buffer.from(text, 'base64')
  return new Int8Array(buffer, byteOffset, length)
}

/** The row of a word's vector, or of its base form's. */
export function vectorRow(word: string): number | undefined {
  const { rows } = read()
  return [word, ...basesOf(word)].map((form) => rows.get(form)).find((found) => found !== undefined)
}

/** Adds a row's vector to `target`. */
export function addVector(row: number, target: Float32Array): void {
  const { vectors } = read()
  for (let at = 0; at < dimensions; at += 1) target[at]! += vectors[row * dimensions + at]! / 64
}

/** The words that a regular inflection may come from: `carries`, `stopped`, `making`. */
export function basesOf(word: string): string[] {
  const bases = /i(?:es|ed)$/.test(word) ? [`${word.slice(0, -3)}y`] : []
  for (const suffix of word.endsWith('ss') ? [] : ['s', 'es', 'ed', 'ing', 'in', 'ly']) {
    if (!word.endsWith(suffix)) continue
    const stem = word.slice(0, -suffix.length)
    if (stem.length < 3) continue
    bases.push(stem)
    if (/[ei]/.test(suffix)) bases.push(`${stem}e`)
    if (/([bdfgklmnprtz])\1$/.test(stem)) bases.push(stem.slice(0, -1))
  }
  return bases
}
