import { premiseContent } from '@narratoria/content/premises'
import { singularOf } from './words.ts'

/** The genre that is named, by its key or by its words; one that is unknown is read from the text. */
export function namedGenre(wanted: string, text: string): string {
  const key = wanted.trim().toLowerCase()
  return Object.hasOwn(premiseContent.genres, key) ? key : genreOf(`${wanted} ${wanted} ${text}`)
}

/** The genre with the most of its words in the text; one of a plot, such as crime, only if there is no setting. */
export function genreOf(text: string): string {
  const words = new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => [word, singularOf(word)]))
  let best = { genre: 'modern', score: 0 }
  for (const [genre, { words: known, isPlot }] of Object.entries(premiseContent.genres)) {
    const found = known.flatMap((line) => line.split(' ')).filter((word) => words.has(word)).length
    const score = isPlot ? Math.min(found, 1) / 2 : found
    if (score > best.score) best = { genre, score }
  }
  return best.genre
}
