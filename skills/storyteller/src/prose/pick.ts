import type { RecentSentences } from './recent-sentences.ts'

/** Variants of a sentence: every lead with every tail. */
export interface Ways {
  leads: readonly string[]
  tails?: readonly string[]
}

/**
 * Picks a variant that was not used within ten turns and records it in `recent`. Consecutive turns get different leads and tails.
 * Variants that sound like another sentence of this turn come last. Returns undefined if all were used.
 */
export function pick({ leads, tails = [''] }: Ways, turn: number, recent: RecentSentences): string | undefined {
  const ways = Array.from({ length: leads.length * tails.length }, (_, step) => {
    const at = step % leads.length
    const round = Math.floor(step / leads.length)
    return leads[(turn + at) % leads.length]! + tails[(turn + at + round) % tails.length]!
  }).filter((text) => recent.isNew(text))
  const text = ways.find((way) => !recent.soundsAlike(way)) ?? ways[0]
  if (text !== undefined) recent.add(text)
  return text
}
