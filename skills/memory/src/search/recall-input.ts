import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { ToolError } from '@narratoria/tool-sdk'
import type { Settings } from '../settings.ts'
import { asksForAll, readQuestion } from '../text/words.ts'

/** The query and filters of a recall. */
export interface RecallInput {
  /** The meaningful words. */
  query: string
  text: string
  /** True if the question is about the past without a subject. */
  asksForAll: boolean
  limit: number
  characters: string[]
  places: string[]
  leastSignificance: number
  leastSimilarity: number
  since: number
  until: number
}

/**
 * Reads the input of recall-memory.
 *
 * @throws {ToolError} `invalid_time`
 */
export function readRecallInput(input: JsonObject, settings: Settings): RecallInput {
  const words = [input.query, input.prompt].find((text) => typeof text === 'string' && text.trim() !== '')
  const text = typeof words === 'string' ? words.slice(0, 4000) : ''
  const question = readQuestion(text)
  const filtered = [input.character, input.place, input.characters, input.places, input.since, input.until].some(
    (value) => value !== undefined,
  )
  const limit = typeof input.limit === 'number' ? Math.floor(input.limit) : settings.maxContextEvents
  return {
    text,
    query: question.map(({ word }) => word).join(' '),
    asksForAll: asksForAll(text) || (question.length === 0 && filtered),
    limit: Math.max(1, Math.min(50, limit)),
    characters: names(input.character, input.characters),
    places: names(input.place, input.places),
    leastSignificance: typeof input.minSignificance === 'number' ? input.minSignificance : 0,
    leastSimilarity: typeof input.minSimilarity === 'number' ? input.minSimilarity : settings.leastSimilarity,
    since: readTime(input.since, 'since') ?? Number.NEGATIVE_INFINITY,
    until: readEnd(input.until) ?? Number.POSITIVE_INFINITY,
  }
}

function names(one: JsonValue | undefined, several: JsonValue | undefined): string[] {
  const list = [one, ...(Array.isArray(several) ? several : [])]
  return list
    .filter((name): name is string => typeof name === 'string' && name.trim() !== '')
    .map((name) => name.trim())
}

/** A date without a time includes the whole day. */
function readEnd(value: JsonValue | undefined): number | undefined {
  const time = readTime(value, 'until')
  const isDay = typeof value === 'string' && /^\s*\d{4}-\d{2}-\d{2}\s*$/.test(value)
  return time !== undefined && isDay ? time + 86_400_000 - 1 : time
}

function readTime(value: JsonValue | undefined, name: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const time = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN
  if (Number.isNaN(time))
    throw new ToolError('invalid_time', `"${name}" must be a date such as 2026-05-01 or Unix milliseconds.`, {
      retryable: false,
    })
  return time
}
