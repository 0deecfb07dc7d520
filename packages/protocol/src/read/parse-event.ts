import { describeIssues, lazyCheck, listIssues } from '../check.ts'
import { ProtocolError } from '../errors.ts'
import { clearNegativeZeros, findInfinite } from '../json.ts'
import {
  AssetEvent,
  DoneEvent,
  ErrorEvent,
  LogEvent,
  PROTOCOL_VERSION,
  type ProtocolEvent,
  StatePatchEvent,
  UiEvent,
} from '../event/events.ts'

// Cheap to find: a number becomes infinite only with an exponent of three digits or with 309 digits.
const maybeInfinite = /[eE]\+?\d{3}|\d{309}/

// Also of a number that is too small: one with an exponent of three digits or with 300 zeros.
const maybeNegativeZero = /-0(?:\.0+)?(?![.\d])|-0\.0{300}|[eE]-\d{3}/

/** The deepest nesting of an event. Deeper ones could overflow the stack of later steps. */
const maxDepth = 512

const schemas = {
  log: LogEvent,
  state_patch: StatePatchEvent,
  asset: AssetEvent,
  ui_event: UiEvent,
  error: ErrorEvent,
  done: DoneEvent,
}
type EventType = keyof typeof schemas

const checks = new Map<string, (value: unknown) => boolean>(
  Object.entries(schemas).map(([type, schema]) => [type, lazyCheck(schema)]),
)

/**
 * Parses one line of a tool's output. Unknown fields are kept. `-0` is read as `0`, because it is stored and passed on as `0`.
 *
 * @param line the text without its line break
 * @param lineNumber the line number for errors; defaults to 1
 * @throws {ProtocolError} `invalid_json`, `not_an_object`, `unsupported_version`, `unknown_event_type` or `invalid_event`
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { parseEvent, ProtocolError } from '@narratoria/protocol'
 *
 * const event = parseEvent('{"version":"0","type":"log","level":"info","message":"Painting"}')
 * assert.equal(event.type === 'log' && event.message, 'Painting')
 * assert.throws(() => parseEvent('Painting…'), (error) => ProtocolError.isInstance(error) && error.code === 'invalid_json')
 * ```
 */
export function parseEvent(line: string, lineNumber = 1): ProtocolEvent {
  const value = parseJson(line, lineNumber)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ProtocolError('not_an_object', 'a line must be one JSON object', { line: lineNumber, text: line })
  }
  const { version, type } = value as { version?: unknown; type?: unknown }
  if (version !== PROTOCOL_VERSION) {
    const message =
      version === undefined ? 'the field "version" is missing' : `version ${show(version)} is not supported`
    throw new ProtocolError('unsupported_version', `${message}; it must be "${PROTOCOL_VERSION}"`, {
      line: lineNumber,
      text: line,
    })
  }
  const check = typeof type === 'string' ? checks.get(type) : undefined
  if (check === undefined) throw unknownType(type, { line: lineNumber, text: line })
  if (!check(value)) {
    const issues = describeIssues(listIssues(schemas[type as EventType], value, 5))
    throw new ProtocolError('invalid_event', `not a valid ${type as string} event: ${issues}`, {
      line: lineNumber,
      text: line,
    })
  }
  // 512 levels need more than 1,024 characters, so short lines need no check.
  if (line.length > 2 * maxDepth && isDeeperThan(value, maxDepth)) {
    throw new ProtocolError('invalid_event', `nested more than ${maxDepth} levels deep`, {
      line: lineNumber,
      text: line,
    })
  }
  const infinite = maybeInfinite.test(line) ? findInfinite(value) : undefined
  if (infinite !== undefined) {
    throw new ProtocolError('invalid_event', `the number at ${infinite} is too large`, { line: lineNumber, text: line })
  }
  if (maybeNegativeZero.test(line)) clearNegativeZeros(value)
  return value as ProtocolEvent
}

function parseJson(line: string, lineNumber: number): unknown {
  try {
    return JSON.parse(line)
  } catch (cause) {
    // V8's message quotes the text, which the excerpt already has.
    throw new ProtocolError(
      'invalid_json',
      'not valid JSON; standard output carries one JSON object per line and nothing else',
      { line: lineNumber, text: line },
      { cause },
    )
  }
}

function unknownType(type: unknown, where: { line: number; text: string }): ProtocolError {
  const known = Object.keys(schemas).join(', ')
  if (typeof type === 'string')
    return new ProtocolError(
      'unknown_event_type',
      `unknown event type ${show(type)}; it must be one of ${known}`,
      where,
    )
  return new ProtocolError('invalid_event', `the field "type" must be one of ${known}`, where)
}

/** Formats a scalar. Arrays and objects are only named, because they may be very deep. */
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object'
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

// Plain loops, because a long line may have a hundred thousand arrays and objects.
function isDeeperThan(container: object, levels: number): boolean {
  if (levels === 0) return true
  if (Array.isArray(container)) {
    for (let at = 0; at < container.length; at += 1) {
      const entry: unknown = container[at]
      if (typeof entry === 'object' && entry !== null && isDeeperThan(entry, levels - 1)) return true
    }
    return false
  }
  for (const key in container) {
    const entry: unknown = (container as Record<string, unknown>)[key]
    if (typeof entry === 'object' && entry !== null && isDeeperThan(entry, levels - 1)) return true
  }
  return false
}
