import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../src/index.ts'

const hostileKey = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '0', '')

const key = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') },
  { weight: 1, arbitrary: hostileKey },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
)

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.string({ unit: 'binary', maxLength: 12 }),
)

// JSON.parse creates `__proto__` as an own key.
const objectOf = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.array(fc.tuple(key, value), { maxLength: 4 }).map((entries) => {
    const text = entries.map(([name, entry]) => `${JSON.stringify(name)}:${JSON.stringify(entry)}`).join(',')
    return JSON.parse(`{${text}}`) as JsonObject
  })

const { value, object } = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: objectOf(tie('value')),
}))

/** Any JSON value, hostile keys included. */
export const jsonValue = value
/** Any JSON object, hostile keys included. */
export const jsonObject = object

const optional = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })

/** Valid events of all six types, with unknown fields, some of them under hostile keys. */
export const validEvent: fc.Arbitrary<JsonObject> = fc
  .tuple(
    fc.oneof(
      fc.record({
        type: fc.constant('log'),
        level: fc.constantFrom('debug', 'info', 'warn', 'error'),
        message: fc.string({ unit: 'binary' }),
      }),
      fc.record({ type: fc.constant('state_patch'), patch: object }),
      fc.record({
        type: fc.constant('asset'),
        assetId: fc.string({ minLength: 1 }),
        kind: fc.string(),
        mediaType: fc.constant('image/png'),
        path: fc.string({ minLength: 1 }),
      }),
      fc.record({ type: fc.constant('ui_event'), event: fc.string({ minLength: 1 }), payload: value }),
      fc.record({ type: fc.constant('error'), errorCode: fc.string({ minLength: 1 }), errorMessage: fc.string() }),
      fc.record({ type: fc.constant('done'), ok: fc.boolean() }),
    ),
    optional({ requestId: fc.string(), timestamp: fc.string(), 'x-unknown': value, fields: object, metadata: object }),
    fc.option(fc.tuple(hostileKey, value)),
  )
  .map(([event, extra, hostile]) => {
    const text = JSON.stringify({ version: '0', ...event, ...extra })
    // Only JSON.parse creates `__proto__` as an own key.
    const more = hostile ? `,${JSON.stringify(hostile[0])}:${JSON.stringify(hostile[1])}` : ''
    return JSON.parse(`${text.slice(0, -1)}${more}}`) as JsonObject
  })

/** Splits bytes into chunks, some of them empty. */
export function cut(bytes: Uint8Array, places: number[]): Uint8Array[] {
  const at = [0, ...places.map((place) => place % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length]
  return at.slice(1).map((end, index) => bytes.subarray(at[index], end))
}

/** Offsets to split at. */
export const cuts = fc.array(fc.nat({ max: 100_000 }), { maxLength: 12 })
