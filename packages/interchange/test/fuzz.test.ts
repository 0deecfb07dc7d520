import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ChatReport } from '../src/chat/index.ts'
import {
  compileLorebook,
  convertLorebook,
  expandMacros,
  InterchangeError,
  matchLore,
  plainText,
  readForeignFile,
  writeCard,
  readCard,
} from '../src/index.ts'
import { join } from 'node:path'
import { fuzz, fuzzAndKeep } from '../../protocol/test/fuzz.ts'
import { bytesOf, fullCard, oldCard, png, textChunk } from './fixtures/cards.ts'

/** At least 250 cases of each of the two kinds. */
const numRuns = Math.max(250, fuzz.numRuns)
const foundIn = (name: string) => join(import.meta.dirname, name)

const worldInfo = {
  entries: {
    0: {
      key: ['a', '/b+/i'],
      keysecondary: ['c'],
      comment: 'x',
      content: '{{random:a,b}}',
      order: 3,
      probability: 50,
      group: 'g',
    },
    1: { key: [], content: '@@activate\n{{char}}', constant: true },
  },
}
const seeds = [
  bytesOf(fullCard),
  png(textChunk('ccv3', fullCard), textChunk('chara', oldCard)),
  writeCard({ ...readCard(bytesOf(fullCard)), files: new Map([['assets/icon/images/main.png', png()]]) }, 'charx'),
  bytesOf(worldInfo),
  bytesOf({ spec: 'lorebook_v3', data: (fullCard.data as { character_book: object }).character_book }),
  bytesOf(
    [
      { user_name: 'A', chat_metadata: {} },
      { mes: 'x', is_user: true, swipes: ['x'] },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  ),
  bytesOf({ prompt: 'x', memory: '', actions: ['> a', 'b'], worldinfo: [{ key: 'a', content: 'b' }] }),
]

/** Bytes replaced, cut out or doubled. */
const mutation = fc.record({
  seed: fc.nat(seeds.length - 1),
  edits: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 0.999, noNaN: true }),
      cut: fc.nat(12),
      add: fc.array(fc.nat(255), { maxLength: 12 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
})

type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

function mutate({ seed, edits }: Mutation): Uint8Array {
  return edits.reduce((bytes, { at, cut, add }) => {
    const from = Math.floor(at * bytes.length)
    return new Uint8Array(Buffer.concat([bytes.subarray(0, from), Uint8Array.from(add), bytes.subarray(from + cut)]))
  }, seeds[seed]!)
}

/** Uses all of a file as an import does. */
async function use(bytes: Uint8Array): Promise<void> {
  const file = readForeignFile(bytes, 'file')
  if (file.kind === 'card') {
    const again = readCard(writeCard(file.card, 'png'))
    expect(again.document).toEqual(file.card.document)
    for (const text of Object.values(file.card.fields).flat())
      if (text !== undefined) plainText(expandMacros(text, { char: 'a', user: 'b', seed: 'c' }).text)
    if (file.card.book) match(convertLorebook(file.card.book).document)
  } else if (file.kind === 'lorebook') match(file.lorebook.document)
  else if (file.kind === 'chat') {
    const report: ChatReport = { skippedMessages: 0, turns: 0, alternatives: 0, cleanedTexts: 0, warnings: [] }
    for await (const part of file.read(report)) expect(['about', 'turn']).toContain(part.type)
  }
}

function match(document: Parameters<typeof compileLorebook>[0]): void {
  for (const { tokens, text } of matchLore([compileLorebook(document)], {
    messages: ['a bbb c', 'fog river'],
    seed: 's',
  }))
    expect(tokens).toBe(text === '' ? 0 : Math.ceil(text.length / 3))
}

it('a file of changed bytes is read or refused with an error that says why', async () => {
  await fc.assert(
    fc.asyncProperty(mutation, async (change) => {
      try {
        await use(mutate(change))
      } catch (error) {
        if (!InterchangeError.isInstance(error)) throw error
        expect(error.message).not.toBe('')
      }
    }),
    { ...fuzzAndKeep<Mutation>(foundIn('found-files.json')), numRuns },
  )
})

it('a card or a lorebook with fields of any kind is read or refused', async () => {
  const value = fc.jsonValue({ maxDepth: 3 })
  const keys = [
    'name',
    'description',
    'first_mes',
    'alternate_greetings',
    'tags',
    'assets',
    'extensions',
    'character_book',
    'data',
    'spec',
    'spec_version',
  ]
  const entryKeys = [
    'keys',
    'key',
    'content',
    'use_regex',
    'extensions',
    'when',
    'insertion_order',
    'position',
    'secondary_keys',
    'selective',
  ]
  const cards = fc
    .dictionary(fc.constantFrom(...keys), value)
    .map((data) => ({ spec: 'chara_card_v3', data: { name: 'x', ...data } }))
  const books = fc
    .array(fc.dictionary(fc.constantFrom(...entryKeys), value))
    .map((entries) => ({ spec: 'lorebook_v3', data: { entries } }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(cards, books), async (document) => {
      await use(bytesOf(document)).catch((error: unknown) => {
        if (!InterchangeError.isInstance(error)) throw error
      })
    }),
    { ...fuzzAndKeep<object>(foundIn('found-documents.json')), numRuns },
  )
})
