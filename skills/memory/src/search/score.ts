import type { ToolRequest } from '@narratoria/protocol'
import { countTurns } from '@narratoria/tool-sdk'

/** What a score is made of. */
export interface Scored {
  similarity: number
  seq: number | null
  at: number
  significance: number
}

/** How events are scored. */
export interface Scoring {
  /** Events less similar than this are not found. */
  leastSimilarity: number
  score(event: Scored): number
  /** 1 for what happens now, half of it a half-life ago. */
  recency(event: Scored): number
}

/** The shares of the score. */
export const weights = { similarity: 0.7, recency: 0.15, significance: 0.15 }

/** After so many turns an event counts as half as recent. */
const halfLifeTurns = 50
/** The same in real time, where turns are unknown. */
const halfLifeMs = 7 * 24 * 60 * 60 * 1000

/** Creates the scoring of one search: similarity above all, then what is recent and what matters. */
export function createScoring(
  leastSimilarity: number,
  now: { turn: Pick<NonNullable<ToolRequest['turn']>, 'seq' | 'line'> | undefined; at: number },
): Scoring {
  const { turn } = now
  const recency = ({ seq, at }: Scored): number =>
    turn && seq !== null
      ? 2 ** (-countTurns(turn.line, { from: seq, to: turn.seq }) / halfLifeTurns)
      : 2 ** (-Math.max(0, now.at - at) / halfLifeMs)
  return {
    leastSimilarity,
    recency,
    score: (event) =>
      weights.similarity * event.similarity +
      weights.recency * recency(event) +
      weights.significance * event.significance,
  }
}
