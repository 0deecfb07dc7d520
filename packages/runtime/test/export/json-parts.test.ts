import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type JsonPart, readJsonParts } from '../../src/export/json-parts.ts'

async function read(text: string, cuts: number[] = []): Promise<JsonPart[]> {
  const chunks: string[] = []
  let at = 0
  for (const length of cuts) chunks.push(text.slice(at, (at += length)))
  chunks.push(text.slice(at))
  const parts = []
  for await (const part of readJsonParts(chunks)) parts.push(part)
  return parts
}

/** Puts a document together from its parts. */
function assemble(parts: JsonPart[]): Record<string, unknown> {
  const document: Record<string, unknown> = Object.create(null) as Record<string, unknown>
  for (const { key, index, value } of parts) {
    if (index === undefined) document[key] = value
    else if (index === -1) document[key] = []
    else (document[key] as unknown[])[index] = value
  }
  return document
}

const blank = fc.constantFrom('', ' ', '\n\t ')

test('a document read part by part is what JSON.parse reads, however it is cut and spaced', async () => {
  const documents = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 6 })
  await fc.assert(
    fc.asyncProperty(
      documents,
      fc.array(fc.nat(9)),
      fc.constantFrom(undefined, 1, '\t'),
      blank,
      async (document, cuts, indent, space) => {
        const text = `${space}${JSON.stringify(document, null, indent)}${space}`
        expect(JSON.stringify(assemble(await read(text, cuts)))).toBe(
          JSON.stringify(Object.assign(Object.create(null), JSON.parse(text))),
        )
      },
    ),
    { numRuns: 400 },
  )
})

test('a document that is no JSON is refused, wherever it was ruined', async () => {
  const whole = JSON.stringify({ a: [1, { b: 'x,]}"\\' }, []], c: {}, d: 'e', f: [] })
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length),
      fc.constantFrom('', ',', ']', '}', '"', '[', '{', ':', 'x', '\\'),
      async (at, put) => {
        const ruined = put === '' ? whole.slice(0, at) : whole.slice(0, at) + put + whole.slice(at)
        const isJson = (() => {
          try {
            JSON.parse(ruined)
            return true
          } catch {
            return false
          }
        })()
        const reading = read(ruined)
        if (isJson) await expect(reading).resolves.toBeDefined()
        else await expect(reading).rejects.toBeInstanceOf(SyntaxError)
      },
    ),
    { numRuns: 1_000 },
  )
})

test.each([
  '[]',
  '7',
  '"text"',
  '',
  '{"a":1}{"b":2}',
  '{"a":1,}',
  '{,}',
  '{"a":[1,]}',
  '{"a":[] 1}',
  '{"a" 1}',
  '{1:2}',
])('refuses %s', async (text) => {
  await expect(read(text)).rejects.toBeInstanceOf(SyntaxError)
})
