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

/** The layout of an export: a line of values, then each list with a line per element. */
function inLines(values: object, lists: Record<string, unknown[]>): string {
  const head = JSON.stringify({ format: 'test', ...values })
  const blocks = Object.entries(lists).map(
    ([key, list]) => `"${key}":[\n${list.map((element) => JSON.stringify(element)).join(',\n')}\n]`,
  )
  return `${head.slice(0, -1)},\n${blocks.join(',\n').replaceAll('[\n\n', '[\n')}}\n`
}

const value = fc.jsonValue({ maxDepth: 4 })

test('an export read in parts is what JSON.parse reads, however it is split into chunks', async () => {
  const lists = fc.record({ turns: fc.array(value), files: fc.array(value) })
  const values = fc.dictionary(
    fc.string(),
    value.filter((each) => !Array.isArray(each)),
  )
  await fc.assert(
    fc.asyncProperty(values, lists, fc.array(fc.nat(9)), async (own, named, cuts) => {
      const text = inLines({ own }, named)
      expect(JSON.stringify(assemble(await read(text, cuts)))).toBe(
        JSON.stringify(Object.assign(Object.create(null), JSON.parse(text))),
      )
    }),
    { numRuns: 300 },
  )
})

test.each([undefined, 1, '\t'])('a document with the indent %j is read as a whole', async (indent) => {
  const document = { format: 'test', version: 2, turns: [1, { b: 'x,]}"\\\n' }, []], session: {}, files: [] }
  expect(assemble(await read(JSON.stringify(document, null, indent), [3, 5]))).toEqual(document)
})

test('a truncated export is refused wherever it ends', async () => {
  const text = inLines({ session: { title: 'x,]}"\\' } }, { turns: [1, { b: 2 }, []], files: [] })
  for (let length = 0; length < text.length - 1; length++)
    await expect(read(text.slice(0, length)), text.slice(0, length)).rejects.toBeInstanceOf(SyntaxError)
})

test.each(['[]', '7', '"text"', '', '{"a":1}{"b":2}', '{"a":1,}', '{"format":"x",\n"turns":[\n1,,\n]}\n'])(
  'refuses %j',
  async (text) => {
    await expect(read(text)).rejects.toBeInstanceOf(SyntaxError)
  },
)
