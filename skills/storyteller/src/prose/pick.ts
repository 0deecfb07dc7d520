import type { Told } from './told.ts'

/** Ways to say one thing: every lead with every tail. */
export interface Ways {
  leads: readonly string[]
  tails?: readonly string[]
}

/**
 * Picks a way to say something that was not said within ten turns, starting where `turn` points so that neighbouring
 * turns differ in lead and tail, and records it in `told`. Gives undefined when every way was used.
 */
export function pick({ leads, tails = [''] }: Ways, turn: number, told: Told): string | undefined {
  for (let step = 0; step < leads.length * tails.length; step++) {
    const at = step % leads.length
    const round = Math.floor(step / leads.length)
    const text = leads[(turn + at) % leads.length]! + tails[(turn + at + round) % tails.length]!
    if (!told.isNew(text)) continue
    told.say(text)
    return text
  }
  return undefined
}
