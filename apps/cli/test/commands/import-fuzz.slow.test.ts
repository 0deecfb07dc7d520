import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readCampaign } from '@narratoria/campaigns'
import { InterchangeError, writeCard } from '@narratoria/interchange'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { importFile } from '@narratoria/runtime/exchange'
import { MemorySessionStore } from '@narratoria/runtime/store'
import { RuntimeError } from '@narratoria/runtime'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { bytesOf, fullCard, oldCard, png, textChunk } from '../../../../packages/interchange/test/fixtures/cards.ts'
import { fuzz } from '../../../../packages/protocol/test/fuzz.ts'
import { savedCampaigns } from '../../src/host/import-options.ts'

/** Each case writes and reads a folder, so there are fewer of them than of others. */
const parameters = { ...fuzz, numRuns: Math.max(500, Math.ceil(fuzz.numRuns / 100)) }
const worldInfo = {
  entries: { 0: { key: ['a'], keysecondary: ['b'], comment: 'x', content: '{{random:a,b}}', order: 3 } },
}
const chat = [
  { user_name: 'A', chat_metadata: {} },
  { is_user: true, mes: 'x' },
  { is_user: false, mes: 'y', swipes: ['x', 'y'] },
]
const documents: JsonValue[] = [fullCard, oldCard, worldInfo, chat as unknown as JsonValue]

/** Bytes of a document in one of the forms in which it is found. */
function inForm(document: JsonValue, form: number): Uint8Array {
  if (Array.isArray(document)) return bytesOf(document.map((line) => JSON.stringify(line)).join('\n'))
  if (form === 0) return bytesOf(document)
  if (form === 1) return png(textChunk('ccv3', document))
  const files = new Map([['assets/a/main.png', png()]])
  return writeCard({ document: document as JsonObject, version: 'v2', files }, 'charx')
}

/** Replaces one value of a document, found by going into it as `path` says. */
function replaceIn(document: JsonValue, path: readonly number[], value: JsonValue): JsonValue {
  const [step = 0, ...rest] = path
  if (path.length === 0 || typeof document !== 'object' || document === null) return value
  if (Array.isArray(document))
    return document.map((each, index) => (index === step % document.length ? replaceIn(each, rest, value) : each))
  const keys = Object.keys(document)
  const key = keys[step % Math.max(1, keys.length)]
  return key === undefined ? value : { ...document, [key]: replaceIn(document[key]!, rest, value) }
}

const change = fc.record({
  document: fc.nat(documents.length - 1),
  form: fc.nat(2),
  path: fc.array(fc.nat(20), { minLength: 1, maxLength: 5 }),
  value: fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>,
  /** In every second file, bytes are replaced, too. */
  at: fc.option(fc.double({ min: 0, max: 0.999, noNaN: true }), { freq: 1 }),
  bytes: fc.uint8Array({ minLength: 1, maxLength: 6 }),
})

function changed({ document, form, path, value, at, bytes }: typeof change extends fc.Arbitrary<infer T> ? T : never) {
  const whole = inForm(replaceIn(documents[document]!, path, value), form)
  if (at === null) return whole
  const from = Math.floor(at * whole.length)
  return new Uint8Array(Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(from + bytes.length)]))
}

test('500 changed cards, lorebooks and chats are imported completely or not at all', async () => {
  const home = mkdtempSync(join(tmpdir(), 'narratoria-fuzz-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const campaigns = savedCampaigns({ env: { NARRATORIA_HOME: home }, cwd: home })
  const folder = join(home, 'campaigns')
  const file = join(home, 'file')
  const outcomes = { imported: 0, refused: 0 }
  const listed = () => (existsSync(folder) ? readdirSync(folder) : [])
  await fc.assert(
    fc.asyncProperty(change, async (each) => {
      writeFileSync(file, changed(each))
      const store = new MemorySessionStore()
      const before = listed()
      try {
        const { campaign, session } = await importFile(file, { store, campaigns })
        outcomes.imported += 1
        if (session) expect((await store.line(session.sessionId, session.head)).length).toBe(session.turns)
        if (campaign) {
          const { problems } = await readCampaign(campaign.path)
          expect(problems.filter(({ level }) => level === 'error')).toEqual([])
          rmSync(campaign.path, { recursive: true })
        }
      } catch (error) {
        if (!InterchangeError.isInstance(error) && !RuntimeError.isInstance(error)) throw error
        outcomes.refused += 1
        expect(await store.listSessions()).toEqual([])
        expect(listed()).toEqual(before)
      } finally {
        await store.close()
      }
    }),
    parameters,
  )
  expect(outcomes.imported).toBeGreaterThan(50)
  expect(outcomes.refused).toBeGreaterThan(50)
})
