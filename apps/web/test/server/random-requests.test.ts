import type { JsonValue } from '@narratoria/protocol'
import { createNarratoria, openSqliteSessionStore } from '@narratoria/runtime'
import { openWebServer } from '@narratoria/web'
import fc from 'fast-check'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fuzz, fuzzAndKeep } from '../../../../packages/protocol/test/fuzz.ts'
import { mutatedJson, mutatedText } from '../../../../packages/protocol/test/mutated.ts'
import { published } from '../support/api-contract.ts'
import { rawRequest } from '../support/raw-request.ts'
import { createFolder } from '../support/world.ts'

const bodies: JsonValue[] = [
  { prompt: 'look' },
  { name: 'a', title: 'b' },
  { turnId: null },
  { planner: 'stub', model: 'm' },
  { enabled: true },
  { apiKey: 'x', volume: 3 },
]
const operations = Object.entries(published.paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })))
  // A stream does not end.
  .filter(({ path }) => !path.endsWith('/events'))

const odd = fc.oneof(
  fc.constantFrom('', '..', '%00', '-1', '1e9', '__proto__', 'current', '🗝'),
  fc.string({ maxLength: 12 }),
)
const request = fc.record({
  operation: fc.constantFrom(...operations),
  known: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  odd,
  query: fc.option(fc.tuple(fc.constantFrom('offset', 'limit', 'steps', 'turn', 'path', 'before', 'x'), odd), {
    freq: 2,
  }),
  body: fc.oneof(
    fc.constantFrom(...bodies.map((body) => JSON.stringify(body))),
    mutatedJson(bodies).map((body) => JSON.stringify(body)),
    mutatedText(bodies.map((body) => JSON.stringify(body))),
  ),
  type: fc.constantFrom(
    'application/json',
    'application/json',
    'application/json',
    'text/plain',
    'multipart/form-data',
    '',
  ),
})

type RandomRequest = typeof request extends fc.Arbitrary<infer T> ? T : never

/** A host whose plans have no tools, so that a turn starts no process. */
async function openServer() {
  const folder = await createFolder()
  const narratoria = await createNarratoria({
    skillRoots: [join(folder, 'skills')],
    home: join(folder, 'home'),
    planner: {
      name: 'quiet',
      plan: async () => ({ requestId: crypto.randomUUID(), narrative: 'You wait.', tools: [] }),
    },
    store: await openSqliteSessionStore(join(folder, 'sessions.db')),
  })
  const errors: unknown[] = []
  const server = await openWebServer({ narratoria, onError: (error) => errors.push(error) })
  onTestFinished(async () => {
    await server.close({ force: true })
    await narratoria.close()
    await rm(folder, { recursive: true, force: true })
  })
  const session = await narratoria.openSession('castle')
  const { turnId } = await session.play('look').result
  return {
    url: server.url.replace(/\/$/, ''),
    narratoria,
    errors,
    ids: { session: session.id, turn: turnId, skill: 'actor', index: '0' },
  }
}

test('a random request is answered as the description says, never with an error of the server', async () => {
  const { url, narratoria, errors, ids } = await openServer()
  const seen = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(request, async ({ operation: { path, method }, known, odd, query, body, type }) => {
      let at = 0
      const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof ids) =>
        encodeURIComponent(known[at++] ? ids[name] : odd.toWellFormed()),
      )
      const search = query ? `?${query[0]}=${encodeURIComponent(query[1].toWellFormed())}` : ''
      const hasBody = method !== 'GET' && method !== 'DELETE'
      const { status } = await rawRequest(url, {
        method,
        path: filled + search,
        headers: { ...(hasBody && type !== '' && { 'Content-Type': type }) },
        ...(hasBody && { body }),
      })
      seen.set(status, (seen.get(status) ?? 0) + 1)
      expect(status).toBeLessThan(500)
      expect(errors).toEqual([])
    }),
    {
      ...fuzzAndKeep<RandomRequest>(join(import.meta.dirname, 'found-requests.json')),
      numRuns: Math.ceil(fuzz.numRuns / 2),
    },
  )
  // What was there is there.
  const turns = await narratoria.store.readTurn(ids.session, ids.turn)
  expect(turns).toMatchObject({ prompt: 'look', narrative: 'You wait.' })
  expect([...seen.keys()].some((status) => status < 300)).toBe(true)
  expect(seen.size).toBeGreaterThan(3)
})

test('a query that lacks a field is refused as the description says', async () => {
  const { url, ids } = await openServer()
  // The client checks the answer. A random request found that the description lacked this status.
  const { status } = await rawRequest(url, { path: `/api/sessions/${ids.session}/state/origin` })
  expect(status).toBe(422)
})
