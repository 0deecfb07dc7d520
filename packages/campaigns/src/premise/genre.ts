import { premiseContent } from '@narratoria/content/premises'
import { isSaid } from './conditions.ts'
import { singularOf } from './words.ts'

/** The genre that is named, by its key or by its words; one that is unknown is read from the text. */
export function namedGenre(wanted: string, text: string): string {
  const key = wanted.trim().toLowerCase()
  return Object.hasOwn(premiseContent.genres, key) ? key : genreOf(`${wanted} ${wanted} ${text}`)
}

/**
 * The genre with the most of its words in the text; one of a plot, such as crime, only if there is no setting. The words of what the story
 * is set in count twice: those of the salt works more than those of the sheriff who comes there.
 */
export function genreOf(text: string, places: readonly { name: string }[] = []): string {
  const words = wordsIn(text)
  const settings = wordsIn(places.map(({ name }) => name).join(' '))
  // Without a sign of our time it is long ago.
  let best = { genre: isSaid('modern', text) ? 'modern' : 'past', score: 0 }
  for (const [genre, { words: known, isPlot }] of Object.entries(premiseContent.genres)) {
    const found = known.flatMap((line) => line.split(' ')).filter((word) => words.has(word))
    const score = isPlot
      ? Math.min(found.length, 1) / 2
      : found.length + found.filter((word) => settings.has(word)).length
    if (score > best.score) best = { genre, score }
  }
  return best.genre
}

function wordsIn(text: string): Set<string> {
  return new Set((text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) => [word, singularOf(word)]))
}
