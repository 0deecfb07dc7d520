import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { ToolError } from '@narratoria/tool-sdk'
import { readCharacters, readPlaces } from './names.ts'
import { cleanText, type TurnReading } from './read-turn.ts'
import { weigh } from './significance.ts'

/** An event from the input. */
export type GivenEvent = TurnReading & { at: number | undefined }

/**
 * Reads the events of an input: `text` with its fields, or the list `events`.
 *
 * @throws {ToolError} `invalid_event` for an entry without text or with an invalid time
 */
export function readEvents(input: JsonObject): GivenEvent[] {
  if (Array.isArray(input.events)) return input.events.map((event, at) => readEvent(event, `/events/${at}`))
  return typeof input.text === 'string' ? [readEvent(input, '')] : []
}

function readEvent(event: JsonValue, path: string): GivenEvent {
  const { text, details, characters, places, significance, at } = (
    typeof event === 'object' && event !== null ? event : {}
  ) as JsonObject
  const words = typeof text === 'string' ? cleanText(text, 4000) : ''
  if (words === '') throw invalid(`${path}/text must be a non-empty string`)
  const time = at === undefined ? undefined : typeof at === 'number' ? at : Date.parse(typeof at === 'string' ? at : '')
  if (time !== undefined && Number.isNaN(time)) throw invalid(`${path}/at must be a date or Unix milliseconds`)
  const people = list(characters) ?? readCharacters(words)
  return {
    text: words,
    details: typeof details === 'string' ? cleanText(details, 400) : '',
    characters: people,
    places: list(places) ?? readPlaces(words),
    significance:
      typeof significance === 'number'
        ? Math.max(0, Math.min(1, significance))
        : weigh(words, { changed: false, named: people.length > 0, asked: false, rolled: false }),
    at: time,
  }
}

function list(value: JsonValue | undefined): string[] | undefined {
  if (typeof value === 'string') return [value]
  return Array.isArray(value)
    ? value.filter((entry): entry is string => typeof entry === 'string' && entry !== '').slice(0, 50)
    : undefined
}

function invalid(what: string): ToolError {
  return new ToolError('invalid_event', `An event cannot be stored: ${what}.`, { retryable: false })
}
