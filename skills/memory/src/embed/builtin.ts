import { readWords } from '../text/words.ts'
import { type Embedding, toEmbedding } from './embedding.ts'

/** The built-in embedder's name; a change of the features changes it, so that rows are embedded anew. */
export const builtinEmbedder = 'builtin-1'

const dimensions = 384
/** What stories say on every page counts half. */
const everyday = new Set(
  'go walk look search take get open close talk ask say see come give find examin return visit follow enter leav turn use put tell'.split(
    ' ',
  ),
)
/** How many places one stem is hashed to: alone in one place, two unlike stems that meet there would look alike. */
const placesPerStem = 4

/**
 * Embeds a text without a model: its stems, pairs of neighbouring stems and the three and four letters long parts of its
 * words, each hashed to a place and a sign. Texts that share stems lie close, misspelt and inflected words nearby.
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
    for (let place = 0; place < placesPerStem; place++) add(`w${place} ${stem}`, share / Math.sqrt(placesPerStem))
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

/** FNV-1a with a final mix, since the last letters alone would decide the place. */
function hashOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
