import en from '../text/en.json' with { type: 'json' }
import { readWords, wordSet } from '../text/words.ts'
import { type Embedding, toEmbedding } from './embedding.ts'

/** The name of the built-in embedder. Change it with the features, so that rows are embedded again. */
export const builtinEmbedder = 'builtin-1'

const dimensions = 384
/** Frequent stems have half the weight. */
const everyday = wordSet(en.everydayStems)
/** Number of components per stem, so that a collision of one hash does not make stems equal. */
const hashesPerStem = 4

/**
 * Embeds a text without a model. Features are stems, pairs of adjacent stems, and the character 3-grams and 4-grams of words, each
 * hashed to a component and a sign. Texts with common stems are similar; misspelled and inflected words less so.
 */
export function embedBuiltin(text: string): Embedding {
  const components = new Float64Array(dimensions)
  const words = readWords(text)
  const add = (feature: string, weight: number): void => {
    const hash = hashOf(feature)
    components[(hash >>> 1) % dimensions]! += hash & 1 ? weight : -weight
  }
  words.forEach(({ word, stem }, at) => {
    const share = everyday.has(stem) ? 0.5 : 1
    for (let hash = 0; hash < hashesPerStem; hash++) add(`w${hash} ${stem}`, share / Math.sqrt(hashesPerStem))
    const next = words[at + 1]
    if (next) add(`p ${stem} ${next.stem}`, 0.4)
    const letters = `^${stem}$`
    const parts = [3, 4].flatMap((size) =>
      Array.from({ length: Math.max(0, letters.length - size + 1) }, (_, start) => letters.slice(start, start + size)),
    )
    for (const part of parts) add(`c ${part}`, (share * 0.9) / Math.sqrt(parts.length))
    if (word !== stem) add(`f ${word}`, share * 0.2)
  })
  return toEmbedding(builtinEmbedder, components)
}

/** FNV-1a with a final mix, because the low bits of FNV-1a depend mostly on the last letters. */
function hashOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
