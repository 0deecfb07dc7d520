import type { Roll } from './roll-formula.ts'

/** How a task went. */
export type Outcome = 'fail' | 'partial' | 'success'

/**
 * What a roll means for a task. A named difficulty decides alone; counted successes give none, one or several; else the
 * total is laid over what the dice alone can show: from half the way up it is partial, from four fifths a success. For
 * 2d6 that is 2–6, 7–9 and 10–12. A modifier shifts the total but not the bounds, so it makes a task easier.
 */
export function judge(roll: Roll, difficulty?: number): Outcome {
  if (difficulty !== undefined) return roll.total >= difficulty ? 'success' : 'fail'
  if (roll.countsSuccesses) return roll.total >= 2 ? 'success' : roll.total === 1 ? 'partial' : 'fail'
  const [least, most] = roll.range
  const reached = most === least ? 0 : (roll.total - least) / (most - least)
  if (reached >= 0.8) return 'success'
  return reached >= 0.5 ? 'partial' : 'fail'
}
