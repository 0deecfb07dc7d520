import { fillSentence, narratorPhrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import type { MemoryStore } from '../store/memory-store.ts'
import { readWords } from '../text/words.ts'
import type { RecallInput } from './recall-input.ts'
import type { Hit } from './scan.ts'
import { isQuestion } from '../text/read-turn.ts'
import { type Scoring, weights } from './score.ts'

/** Describes the hits: their events, the parts of their scores, and the words that they share with the query. */
export function describeHits(
  hits: readonly Hit[],
  events: ReturnType<MemoryStore['read']>,
  { wish, scoring }: { wish: RecallInput; scoring: Scoring },
): JsonObject[] {
  const asked = new Set(readWords(wish.query).map(({ stem }) => stem))
  return hits.flatMap((hit) => {
    const event = events.get(hit.id)
    if (!event) return []
    const shared = readWords(`${event.text} ${event.details}`)
      .filter(({ stem }) => asked.has(stem))
      .map(({ word }) => word)
    const recency = scoring.recency(hit)
    return {
      text: event.text,
      ...(event.details !== '' && { details: event.details }),
      ...(hit.seq !== null && { turn: hit.seq }),
      characters: event.characters,
      places: event.places,
      score: round(hit.score),
      similarity: round(hit.similarity),
      recency: round(recency),
      significance: round(hit.significance),
      why: explain({ ...hit, recency }, [...new Set(shared)]),
    }
  })
}

/** Most memories that answer a question. */
const maxAnswers = 3

/** The recalled events as an answer to the player, with their turns. Earlier questions are not an answer. */
export function describeForPlayer(recalled: readonly JsonObject[]): string {
  const events = recalled.flatMap(({ text, details, turn }) =>
    typeof text === 'string' && !isQuestion(text) ? [{ text, details, turn }] : [],
  )
  // Some prompts had no outcome.
  const withDetails = events.filter(({ details }) => typeof details === 'string')
  const answers = (withDetails.length > 0 ? withDetails : events).slice(0, maxAnswers)
  if (answers.length === 0) return narratorPhrases['memory.none']?.[0] ?? ''
  return answers
    .map(({ text, details, turn }) => {
      const key = turn === undefined ? 'memory.event' : 'memory.turn'
      const values = { text, details: typeof details === 'string' ? details : '', turn: Number(turn) }
      return fillSentence(narratorPhrases[key]?.[0] ?? '', values).trim()
    })
    .join(' ')
}

function explain(hit: Hit & { recency: number }, shared: string[]): string {
  const words = shared.length > 0 ? `shares ${shared.map((word) => `“${word}”`).join(', ')}; ` : ''
  const parts = (['similarity', 'recency', 'significance'] as const).map(
    (part) => `${part} ${round(hit[part])} × ${weights[part]}`,
  )
  return `${words}${parts.join(' + ')} = ${round(hit.score)}`
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000
}
