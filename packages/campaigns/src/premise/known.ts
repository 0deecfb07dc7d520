import { type Clause, clausesOf } from './clauses.ts'
import { isSaid } from './conditions.ts'
import { kinshipsIn } from './kinship.ts'
import type { Premise } from './premise.ts'
import type { Perspective } from './retell.ts'
import { type Secret, secretsOf } from './secrets.ts'

/** What there is to know by a premise. */
export interface Knowledge {
  /** All that it says. */
  all: readonly Clause[]
  /** What its people may say: not what the player alone has found or been given, nor what the player has still to confess. */
  clauses: readonly Clause[]
  secrets: readonly Secret[]
  perspective: Perspective
}

/** What a premise says, and which of it its people may say. */
export function knowledgeOf(premise: Premise): Knowledge {
  const { people, absent, things, places, regions, matters, player } = premise
  const all = clausesOf(premise).filter(({ text }) => !isUntold(text, premise))
  return {
    all,
    clauses: all.filter(({ isSelf, text }) => !isSelf && !isSaid('private', text)),
    secrets: secretsOf(all, premise),
    perspective: {
      all: [people, absent, things, places, regions, matters].flat(),
      player,
      kinships: kinshipsIn(all, [...people, ...absent]),
    },
  }
}

// What the player has still to confess is not known to others.
function isUntold(text: string, { need }: Premise): boolean {
  if (need?.plot !== 'confession') return false
  const untold = need.values['untold']!.replace(/^that /, '').split(' and ')[0]!
  const deeds = (need.values['deeds'] ?? '').split(', ').filter((deed) => deed.split(' ').length > 2)
  return (
    text.includes(untold) ||
    deeds.some((deed) => text.includes(deed)) ||
    isSaid('need.telling', text) ||
    isSaid('need.owning', text)
  )
}
