import { riskOf } from '../acts/risk.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import type { Phrases } from '../text/render.ts'
import { perform } from './perform.ts'
import { type PossibleAct, possibleActs } from '../view/possible-acts.ts'

/** Options of {@link offerActs}. */
export interface OfferOptions {
  phrases: Phrases
  /** Most acts. Defaults to 4. */
  max?: number
}

/** An act to offer as a choice. */
export interface OfferedAct extends PossibleAct {
  /** Empty if the act needs no roll. */
  odds: {
    /** What is rolled for: "roll to force the chest". */
    hint?: string
    /** Present if the roll is more likely to fail than not. */
    difficulty?: string
  }
}

/** Fewest acts that are offered while a story goes on, and most of one kind while there are others. */
const limits = { fewest: 3, ofOneKind: 2 }

/** Acts that fill up a list that is too short. */
const fillers = ['look', 'wait']

/**
 * The acts to offer as choices: the most promising of those that the world does not refuse, at most two of one kind. If those
 * are fewer than three, others follow, and at last to look around and to wait. Empty when the story has ended.
 */
export function offerActs(world: World, state: WorldState, { phrases, max = 4 }: OfferOptions): OfferedAct[] {
  if (state.ended !== undefined) return []
  const offered: PossibleAct[] = []
  const offer = (possible: PossibleAct) => {
    if (offered.length >= max || offered.some(({ text }) => text === possible.text)) return
    if (isAllowed(world, state, { act: possible.act, phrases })) offered.push(possible)
  }
  const possible = possibleActs(world, state, { phrases })
  for (const each of possible) {
    const alike = offered.filter(({ act }) => act.act === each.act.act).length
    if (alike < limits.ofOneKind) offer(each)
  }
  const filling = fillers.map((act) => ({
    act: { act },
    text: phrases[`choice.${act}`]?.[0] ?? act,
    weight: 0,
  }))
  for (const each of [...possible, ...filling]) if (offered.length < limits.fewest) offer(each)
  return offered.map((each) => ({ ...each, odds: oddsOf(world, state, { act: each.act, phrases }) }))
}

/** Whether the world does not refuse an act, whatever is rolled. */
function isAllowed(
  world: World,
  state: WorldState,
  { act, phrases }: { act: PossibleAct['act']; phrases: Phrases },
): boolean {
  return perform(world, state, act, { seq: 0, phrases, roll: { total: 12, outcome: 'success' } }).status === 'done'
}

/** What an act needs a roll for, and whether it is more likely to fail. Empty if it needs none. */
export function oddsOf(
  world: World,
  state: WorldState,
  { act, phrases }: { act: PossibleAct['act']; phrases: Phrases },
): OfferedAct['odds'] {
  const risk = riskOf(world, state, act, { phrases })
  if (!risk) return {}
  const hint = phrases['choice.hint.roll']?.[0]?.replace('{task}', risk.task)
  // 2d6 reach 7, a partial success, in 21 of 36 cases; with a modifier of -1 in 15.
  const difficulty = risk.modifier < 0 ? phrases['choice.difficulty.hard']?.[0] : undefined
  return { ...(hint !== undefined && { hint }), ...(difficulty !== undefined && { difficulty }) }
}
