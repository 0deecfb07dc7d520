import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { isJsonObject } from '@narratoria/protocol/light'
import type { MemoryEvent } from './store/event.ts'
import { readCharacters } from './text/names.ts'

/** How significant a fact of a narration is, from 0 to 1: more than an ordinary turn. */
const significance = 0.6

/** The number of the turn before the present one on its line. */
export function previousTurn(turn: ToolRequest['turn']): number | undefined {
  if (!turn) return undefined
  const last = turn.line.findLast(([from]) => from < turn.seq)
  return last && Math.min(last[1], turn.seq - 1)
}

/**
 * The facts that the host keeps of a turn's narration, as events of that turn. Their ids begin with the number of the turn. They are
 * known only after the turn, so the next one stores them; a fact is stored once.
 */
export function readFacts({ facts }: JsonObject, seq: number | undefined): Omit<MemoryEvent, 'at'>[] {
  if (seq === undefined || !isJsonObject(facts)) return []
  return Object.entries(facts).flatMap(([id, fact]) => {
    const { text } = (typeof fact === 'object' && fact !== null ? fact : {}) as JsonObject
    if (!id.startsWith(`${seq}_`) || typeof text !== 'string') return []
    return [{ text, details: '', characters: readCharacters(text), places: [], significance, seq, key: `fact/${id}` }]
  })
}
