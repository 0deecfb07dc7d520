import { clauseAfter, isSaid } from './conditions.ts'
import type { NounPhrase } from './noun-phrases.ts'
import type { Named } from './premise.ts'

/** What the clause of a person says of them: asleep, expected, refusing, demanding or locked in. */
export function conditionOf(
  phrase: NounPhrase,
  { text, next }: { text: string; next: readonly NounPhrase[] },
): Partial<Named> {
  if (phrase.preposition === 'of') return {}
  const clause = clauseAfter(phrase, { text, next })
  // "Falls asleep and wakes up in a city".
  const isAsleep =
    isSaid('asleep', clause) &&
    !/\b(?:and|but) (?:wakes?|woke|awakes?|awoke)\b/.test(clause) &&
    !/\b(?:not|awake)\b/.test(clause.split(/asleep/)[0]!.slice(-6))
  return {
    ...(isAsleep && { isAsleep, ...(isSaid('deep', clause) && { isDeep: true }) }),
    ...((isSaid('due', clause) ||
      isSaid('due', phrase.followedBy) ||
      isSaid('delayed', phrase.followedBy) ||
      isSaid('delayed', clause) ||
      isSaid('awaited', phrase.precededBy)) && {
      isDue: true,
    }),
    ...(isSaid('refusing', clause) && { isRefusing: true }),
    ...(isSaid('asking', clause) && { isAsking: true }),
    ...(isSaid('shutIn', clause) && { isShutIn: true }),
  }
}
