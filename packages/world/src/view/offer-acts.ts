import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import type { Phrases } from '../text/render.ts'
import { type PossibleAct, possibleActs } from './possible-acts.ts'

/** Options of {@link offerActs}. */
export interface OfferOptions {
  phrases: Phrases
  /** Most acts. Defaults to 4. */
  max?: number
}

/** The acts to offer as choices: the most promising of those that are possible, at most two of one kind. */
export function offerActs(world: World, state: WorldState, { phrases, max = 4 }: OfferOptions): PossibleAct[] {
  const offered: PossibleAct[] = []
  for (const possible of possibleActs(world, state, { phrases })) {
    const alike = offered.filter(({ act }) => act.act === possible.act.act).length
    const isSame = offered.some(({ text }) => text === possible.text)
    if (alike < 2 && !isSame) offered.push(possible)
    if (offered.length >= max) break
  }
  return offered
}
