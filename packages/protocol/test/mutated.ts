import fc from 'fast-check'
import type { JsonValue } from '../src/index.ts'
import { jsonValue } from './arbitraries.ts'

/** Values that break the assumptions of readers: of other types, at the limits of numbers, long, deep, and like other syntax. */
const hostile: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    '',
    '\0',
    '\u001B]52;c;eA==\u0007',
    '../../../etc/passwd',
    '/dev/zero',
    '^(a+)+$',
    '\uD800',
    'x'.repeat(5_000),
    -0,
    -1,
    0.5,
    1e308,
    2 ** 53,
    [],
    {},
    [[]],
    JSON.parse('{"__proto__":{"polluted":true}}') as JsonValue,
    JSON.parse(`${'['.repeat(600)}${']'.repeat(600)}`) as JsonValue,
  ),
  jsonValue,
)

const change = fc.record({
  place: fc.nat(1_000_000),
  how: fc.constantFrom('replace', 'remove', 'rename', 'double', 'swap'),
  value: hostile,
})

/** JSON values that differ from a sample in one to four places. The samples are not changed. */
export function mutatedJson(samples: readonly JsonValue[]): fc.Arbitrary<JsonValue> {
  return fc
    .tuple(fc.constantFrom(...samples), fc.array(change, { minLength: 1, maxLength: 4 }))
    .map(([sample, changes]) => {
      const root = { sample: structuredClone(sample) }
      for (const { place, how, value } of changes) {
        const places = placesIn(root)
        const { holder, key } = places[place % places.length]!
        const other = places[(place * 7 + 3) % places.length]!
        if (how === 'remove' && holder !== root) remove(holder, key)
        else if (how === 'rename' && holder !== root)
          set(holder, typeof value === 'string' ? value : '__proto__', at(holder, key))
        else if (how === 'double' && Array.isArray(holder)) holder.push(structuredClone(at(holder, key)))
        else if (how === 'swap') set(holder, key, structuredClone(at(other.holder, other.key)))
        else set(holder, key, structuredClone(value))
      }
      return root.sample
    })
}

/** Texts that differ from a sample in one to four places. */
export function mutatedText(samples: readonly string[]): fc.Arbitrary<string> {
  const edit = fc.record({
    place: fc.nat(1_000_000),
    length: fc.nat(40),
    text: fc.oneof(
      fc.constantFrom(
        '',
        '\n',
        ': ',
        '- ',
        '{',
        '}',
        '[',
        ']',
        '"',
        '*',
        '&a',
        '*a',
        '!!js',
        '\t',
        '\0',
        '---\n',
        '#',
        '<<: *a',
      ),
      fc.string({ unit: 'binary', maxLength: 8 }),
    ),
  })
  return fc.tuple(fc.constantFrom(...samples), fc.array(edit, { minLength: 1, maxLength: 4 })).map(([sample, edits]) =>
    edits.reduce((text, { place, length, text: inserted }) => {
      const start = place % (text.length + 1)
      return text.slice(0, start) + inserted + text.slice(start + length)
    }, sample),
  )
}

interface Place {
  holder: Record<string, JsonValue> | JsonValue[]
  key: string
}

/** The place of every value within a value. */
function placesIn(value: Place['holder']): Place[] {
  return Object.keys(value).flatMap((key) => {
    const inner = at(value, key)
    const place = { holder: value, key }
    return typeof inner === 'object' && inner !== null ? [place, ...placesIn(inner)] : [place]
  })
}

function at(holder: Place['holder'], key: string): JsonValue {
  return (holder as Record<string, JsonValue>)[key]!
}

function set(holder: Place['holder'], key: string, value: JsonValue): void {
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
}

function remove(holder: Place['holder'], key: string): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1)
  else delete holder[key]
}
