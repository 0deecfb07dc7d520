import type { JsonObject } from '@narratoria/protocol'
import type { MemoryStore } from '../store/memory-store.ts'
import { readWords } from '../text/words.ts'
import type { RecallInput } from './recall-input.ts'
import type { Hit } from './scan.ts'
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
