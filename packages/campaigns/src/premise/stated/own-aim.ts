import { firstAimOf } from '../offered-aims.ts'
import type { Premise } from '../premise.ts'
import { type Wish, wishOf } from '../wish.ts'

/** What the player is to do or find out by the words of the premise. */
export interface OwnAim {
  kind: 'task' | 'question' | 'open'
  /** As it follows "to", without a full stop: `find the horse before dawn`. */
  goal: string
}

/** Letters of an aim, at most, that is repeated in a choice. */
export const longestChoice = 45

/** What the player wants if they do not say it: the first of what a premise offers. */
export function ownAimOf(premise: Premise): OwnAim {
  return aimOfWish(wishOf(firstAimOf(premise)))
}

/** What the player wants, in their own words. */
export function aimOfWish({ kind, words }: Wish): OwnAim {
  return { kind: kind === 'see' ? 'open' : kind === 'question' ? 'question' : 'task', goal: words }
}
