import { stopWords } from '@narratoria/content'

/** A piece of a campaign's background. */
export interface LoreEntry {
  heading?: string
  text: string
}

const maxPieces = 3

/** The pieces whose headings are named in a text, in their order. A piece without a heading fits nothing. */
export function loreFor(lore: readonly LoreEntry[], text: string): string[] {
  const named = new Set(wordsOf(text))
  return lore
    .filter(({ heading = '' }) => {
      const words = wordsOf(heading).filter((word) => !stopWords.has(word))
      return words.length > 0 && words.every((word) => named.has(word))
    })
    .slice(0, maxPieces)
    .map(({ heading, text: piece }) => `${heading}: ${piece}`)
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\w{3})s$/, ''))
}
