import type { ToolRequest } from '@narratoria/protocol'
import { countTurns } from '@narratoria/tool-sdk'

export interface Scored {
  similarity: number
  seq: number | null
  at: number
  significance: number
}

export interface Scoring {
  /** The minimum similarity of a hit. */
  leastSimilarity: number
  score(event: Scored): number
  /** 1 for the current moment, 0.5 one half-life ago. */
  recency(event: Scored): number
}

/** The weights of the parts of a score. */
export const weights = { similarity: 0.7, recency: 0.15, significance: 0.15 }

/** The number of turns after which recency halves. */
const halfLifeTurns = 50
/** The half-life in real time, for events without a turn. */
const halfLifeMs = 7 * 24 * 60 * 60 * 1000

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
