import type { Told } from './told.ts'

/** Ways to say one thing: every lead with every tail. */
export interface Ways {
  leads: readonly string[]
  tails?: readonly string[]
}

/**
 * Picks a way to say something that was not said within ten turns, starting where `turn` points so that neighbouring
 * turns differ in lead and tail, and records it in `told`. Ways that begin or end like another sentence of this turn come
 * last. Gives undefined when every way was used.
 */
export function pick({ leads, tails = [''] }: Ways, turn: number, told: Told): string | undefined {
  const ways = Array.from({ length: leads.length * tails.length }, (_, step) => {
    const at = step % leads.length
    const round = Math.floor(step / leads.length)
    return leads[(turn + at) % leads.length]! + tails[(turn + at + round) % tails.length]!
  }).filter((text) => told.isNew(text))
  const text = ways.find((way) => !told.soundsAlike(way)) ?? ways[0]
  if (text !== undefined) told.say(text)
  return text
}
