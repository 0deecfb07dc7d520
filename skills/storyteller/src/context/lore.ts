import { stopWords } from '@narratoria/content'
import type { ToolRequest } from '@narratoria/protocol'

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

/** The pieces of the campaign's lore that a step recalled, best first. */
export function recalledLore(dependencies: ToolRequest['dependencies']): string[] {
  return Object.values(dependencies).flatMap((output) => {
    const memory = output?.memory
    const lore = typeof memory === 'object' && memory !== null && 'lore' in memory ? memory.lore : []
    return (Array.isArray(lore) ? lore : []).flatMap((piece) => {
      const { heading, text } = (typeof piece === 'object' && piece !== null ? piece : {}) as Record<string, unknown>
      if (typeof text !== 'string') return []
      return typeof heading === 'string' && heading !== '' ? [`${heading}: ${text}`] : [text]
    })
  })
}
