import { riskOf } from '../acts/risk.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import type { Phrases } from '../text/render.ts'
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

/** The acts to offer as choices: the most promising of those that are possible, at most two of one kind. */
export function offerActs(world: World, state: WorldState, { phrases, max = 4 }: OfferOptions): OfferedAct[] {
  const offered: PossibleAct[] = []
  for (const possible of possibleActs(world, state, { phrases })) {
    const alike = offered.filter(({ act }) => act.act === possible.act.act).length
    const isSame = offered.some(({ text }) => text === possible.text)
    if (alike < 2 && !isSame) offered.push(possible)
    if (offered.length >= max) break
  }
  return offered.map((each) => ({ ...each, odds: oddsOf(world, state, { act: each.act, phrases }) }))
}

function oddsOf(
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
