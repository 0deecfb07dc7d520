import type { Roll } from './roll-formula.ts'

export type Outcome = 'fail' | 'partial' | 'success'

/**
 * The outcome of a roll for a task. With a difficulty, only that counts. For counted successes, 1 is partial and 2 or more a success.
 * Otherwise the total is compared with the range of the dice without the modifier: from 50 % partial, from 80 % a success. For 2d6
 * these are 2–6, 7–9 and 10–12.
 */
export function judge(roll: Roll, difficulty?: number): Outcome {
  if (difficulty !== undefined) return roll.total >= difficulty ? 'success' : 'fail'
  if (roll.countsSuccesses) return roll.total >= 2 ? 'success' : roll.total === 1 ? 'partial' : 'fail'
  const [least, most] = roll.range
  const reached = most === least ? 0 : (roll.total - least) / (most - least)
  if (reached >= 0.8) return 'success'
  return reached >= 0.5 ? 'partial' : 'fail'
}
