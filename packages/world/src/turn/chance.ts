import type { Random, Roll } from '../model/act.ts'

/** The outcome of two dice with a modifier: to 6 failure, 7 to 9 partial, 10 and more success. */
export function outcomeOf(total: number): Roll['outcome'] {
  return total >= 10 ? 'success' : total >= 7 ? 'partial' : 'failure'
}

export function rollBy(random: Random, modifier: number): Roll {
  const die = () => 1 + Math.floor(random() * 6)
  const total = die() + die() + modifier
  return { total, outcome: outcomeOf(total) }
}

/** A generator of numbers that are the same for the same seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
