import type { TurnSummary } from '@narratoria/runtime'

/** A turn that a player can go to, and where it lies. */
export interface ListedTurn extends TurnSummary {
  place: 'here' | 'told instead' | ''
}

/**
 * The ends of all branches with the alternatives of the last turn, oldest first. A turn that was told instead of the last
 * one may have a story after it, and is then no end.
 */
export function listWithAlternatives(
  ends: readonly TurnSummary[],
  alternatives: readonly TurnSummary[],
  head: string | null | undefined,
): ListedTurn[] {
  const instead = new Set(alternatives.map(({ turnId }) => turnId))
  const all = new Map([...ends, ...alternatives].map((turn) => [turn.turnId, turn]))
  return [...all.values()]
    .toSorted((one, other) => one.seq - other.seq)
    .map((turn) => ({
      ...turn,
      place: turn.turnId === head ? 'here' : instead.has(turn.turnId) ? 'told instead' : '',
    }))
}
