import type { TurnSummary } from '@narratoria/runtime'

/** A turn that a player can go to, and how it relates to the last turn. */
export interface ListedTurn extends TurnSummary {
  place: 'here' | 'alternative' | ''
}

/**
 * The last turns of all branches and the alternatives of the current turn, oldest first. An alternative is not the last
 * turn of its branch if turns follow it.
 */
export function listWithAlternatives(
  ends: readonly TurnSummary[],
  alternatives: readonly TurnSummary[],
  head: string | null | undefined,
): ListedTurn[] {
  const alternativeIds = new Set(alternatives.map(({ turnId }) => turnId))
  const all = new Map([...ends, ...alternatives].map((turn) => [turn.turnId, turn]))
  return [...all.values()]
    .toSorted((one, other) => one.seq - other.seq)
    .map((turn) => ({
      ...turn,
      place: turn.turnId === head ? 'here' : alternativeIds.has(turn.turnId) ? 'alternative' : '',
    }))
}

/** The player's words in a turn, for a list. A turn that went on without an act has none. */
export function wordsOf({ prompt }: Pick<TurnSummary, 'prompt'>): string {
  return prompt.trim() === '' ? '(continued)' : prompt
}
