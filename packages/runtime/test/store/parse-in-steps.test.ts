import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '../../src/store/in-slices.ts'
import { parseInSteps } from '../../src/store/parse-in-steps.ts'
import { copyInSteps, readOnlyInSteps } from '../../src/store/same-json.ts'

const parse = (text: string) => atOnce(parseInSteps(Buffer.from(text)))

/** A list of JSON texts whose text is parsed in several steps. */
const around = (inner: string, before = 200_000, after = 200_000) =>
  `{"before":["${'a'.repeat(before)}"],"inner":${inner},"after":{"text":"${'b'.repeat(after)}"}}`

test.each([
  ['names of objects’ internals', `{"__proto__":{"a":["${'x'.repeat(150_000)}",{"constructor":1}]},"__proto__x":1}`],
  ['numbers as names', `{"2":"${'x'.repeat(150_000)}","1":[],"b":{}, "0":{"1":2}}`],
  [
    'brackets, quotes and escapes in strings',
    JSON.stringify(['}{][,:"\\', `\\"${'\\'.repeat(70_001)}`, '"'.repeat(90_000)]),
  ],
  ['letters of two, three and four bytes', JSON.stringify({ ['ü€𐍈'.repeat(9_000)]: ['ü€𐍈'.repeat(9_000)] })],
  ['empty values', `[{},[],"",[[]],{"":{}},{"a":[ ]},${'null,'.repeat(60_000)}{ }]`],
  ['blanks everywhere', ` [ 1 , { "a" : [ true , "${'x'.repeat(150_000)}" ] , "b" : { } } ] `],
  ['a name that occurs twice', `{"a":"${'x'.repeat(150_000)}","b":1,"a":{"c":["${'y'.repeat(150_000)}"]}}`],
  ['deep lists', `${'['.repeat(2_000)}"${'x'.repeat(150_000)}"${']'.repeat(2_000)}`],
])('the result is that of JSON.parse: %s', (_, inner) => {
  for (const text of [inner, around(inner), around(inner, 0, 131_060), around(inner, 131_040, 0)])
    expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)))
})

test('the result is that of JSON.parse for random values', () => {
  const blanks = fc.constantFrom('', ' ', '\n')
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 6 }), { minLength: 1, maxLength: 30 }), blanks, (values, blank) => {
      const text = JSON.stringify(
        Array.from({ length: 40 }, () => [...values, 'x'.repeat(9_000)]),
        null,
        blank,
      )
      expect(JSON.stringify(parse(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
    { numRuns: 40 },
  )
})

test.each([
  ['a comma at the end', `["${'x'.repeat(150_000)}",]`],
  ['two commas', `["${'x'.repeat(150_000)}",,1]`],
  ['a comma at the start', `[,"${'x'.repeat(150_000)}"]`],
  ['a value after a value', `[["${'x'.repeat(150_000)}"] 1]`],
  ['a number before an object', `[5{"a":"${'x'.repeat(150_000)}"}]`],
  ['a bracket of the other kind', `{"a":["${'x'.repeat(150_000)}"}]`],
  ['a name without a value', `{"a":"${'x'.repeat(150_000)}","b"}`],
  ['an object without a name', `{"a":"${'x'.repeat(150_000)}",{}}`],
  ['no end', `{"a":{"b":"${'x'.repeat(150_000)}"}`],
  ['a string without an end', `{"a":"${'x'.repeat(150_000)}`],
  ['text after the end', `{"a":["${'x'.repeat(150_000)}"]} 1`],
  ['no value', ' '.repeat(200_000)],
])('text that is not valid is refused: %s', (_, text) => {
  for (const each of [text, around(text), around(text, 0)]) {
    expect(() => JSON.parse(each)).toThrow(SyntaxError)
    expect(() => parse(each)).toThrow(SyntaxError)
  }
})

test('one changed character gives the result or the failure of JSON.parse', () => {
  const text = around(
    JSON.stringify({ list: [{ a: 1 }, [], { '': [{}] }], more: { x: [1, 2, { y: 'z' }] } }),
    131_000,
    100,
  )
  const resultOf = (work: () => unknown) => {
    try {
      return JSON.stringify(work())
    } catch (error) {
      return (error as Error).name
    }
  }
  const [from, to] = [text.indexOf('"inner"') - 12, text.indexOf('"after"') + 20]
  for (let at = from; at < to; at++)
    for (const character of ',:{]" ') {
      const changed = `${text.slice(0, at)}${character}${text.slice(at + 1)}`
      expect(resultOf(() => parse(changed))).toBe(resultOf(() => JSON.parse(changed)))
    }
})

test('a copy has the same text, shares nothing and can be changed', () => {
  const value = JSON.parse('{"__proto__":{"a":[1,{"b":null}]},"list":[[],{}],"text":"x"}') as {
    list: [unknown[], object]
  }
  atOnce(readOnlyInSteps(value as never))
  expect([value, value.list, ...value.list].every(Object.isFrozen)).toBe(true)
  const copy = atOnce(copyInSteps(value as never)) as typeof value
  expect(JSON.stringify(copy)).toBe(JSON.stringify(value))
  copy.list[0].push(1)
  expect(value.list[0]).toEqual([])
})
