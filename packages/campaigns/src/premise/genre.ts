import { premiseContent } from '@narratoria/content/premises'
import { isSaid } from './conditions.ts'
import { singularOf } from './words.ts'

/** The genre that is named, by its key or by its words; one that is unknown is read from the text. */
export function namedGenre(wanted: string, text: string): string {
  const key = wanted.trim().toLowerCase()
  return Object.hasOwn(premiseContent.genres, key) ? key : genreOf(`${wanted} ${wanted} ${text}`)
}

/**
 * The genre whose words the text has most of. What the story is set in counts most: the first place more than all that is said, and another
 * place as much as two words. Weak words count where there is no other, and one of a plot, such as crime, only if there is no setting.
 */
export function genreOf(text: string, places: readonly { name: string }[] = []): string {
  const words = wordsIn(text)
  const [start, ...others] = places.map(({ name }) => wordsIn(nounIn(name)))
  // Without a sign of our time it is long ago.
  let best = { genre: isSaid('modern', text) ? 'modern' : 'past', score: 0 }
  for (const [genre, { words: known, hints = [], isPlot }] of Object.entries(premiseContent.genres)) {
    const all = listOf(known)
    const found = all.filter((word) => words.has(word))
    const weak = listOf(hints).some((word) => words.has(word)) ? 0.6 : 0
    const score = isPlot
      ? Math.min(found.length, 1) / 2
      : Math.max(found.length, weak) +
        (all.some((word) => start?.has(word)) ? 2 : 0) +
        (all.some((word) => others.some((each) => each.has(word))) ? 1 : 0)
    if (score > best.score) best = { genre, score }
  }
  return best.genre
}

/** The genre whose rooms fit around a place: its own, or else those of a building or of open country. */
export function surroundingsOf({ name }: { name: string }): string {
  const own = genreOf(name)
  if (premiseContent.genres[own]!.isPlot !== true) return own
  return isSaid('outdoors', name) ? 'outside' : 'inside'
}

// A mountain village is a village, and the submarine Halcyon a submarine.
function nounIn(name: string): string {
  const words = name.split(/[\s-]/)
  return words.findLast((word) => /^\p{Ll}/u.test(word)) ?? words.at(-1)!
}

function listOf(lines: readonly string[]): string[] {
  return lines.flatMap((line) => line.split(' '))
}

// "Space station" is also found as "space-station".
function wordsIn(text: string): Set<string> {
  const all = text.toLowerCase().match(/[\p{L}\p{N}]+(?:['’]s)?/gu) ?? []
  const plain = all.map((word) => word.replace(/['’]s$/, ''))
  const pairs = plain.slice(1).map((word, at) => `${plain[at]}-${word}`)
  return new Set([...plain, ...pairs].flatMap((word) => [word, singularOf(word)]))
}
