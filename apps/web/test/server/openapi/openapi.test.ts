import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { api, eventsAddress } from '../../../src/page/api/client.ts'
import { checkAnswer, checkMessage, operationOf } from '../../support/api-contract.ts'
import { apiClient } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

interface Document {
  openapi: string
  paths: Record<string, Record<string, { operationId: string }>>
}

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world.close())

const read = async () => (await apiClient(world.url).get<Document>('/openapi.json')).body

test('the served description of the API equals the published one', async () => {
  await expect(`${JSON.stringify(await read(), null, 2)}\n`).toMatchFileSnapshot('../../../openapi.json')
})

test('the description is valid OpenAPI 3.1', async () => {
  const document = await read()
  expect(document.openapi).toBe('3.1.0')
  const { valid, errors } = await new Validator().validate(document as unknown as Record<string, unknown>)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every operation has a unique name', async () => {
  const { paths } = await read()
  const names = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('followSession')
})

// The API client of the tests checks every response and message against the description. Here the check itself is tested.
test.each([
  ['GET', '/api/sessions', 200, { sessions: [{ sessionId: 7 }] }],
  ['GET', '/api/sessions', 200, { sessions: [], path: '/home/player' }],
  ['GET', '/api/sessions', 418, {}],
  ['GET', '/api/nothing', 200, {}],
  ['GET', '/api/sessions/x', 404, { message: 'no' }],
])('a response that does not match the description is reported: %s %s %i', (method, path, status, body) => {
  expect(() => checkAnswer({ method, path, status, contentType: 'application/json', body })).toThrow(path)
})

test('a message that does not match the description is reported', () => {
  expect(() => checkMessage({ type: 'gossip' })).toThrow('not as described')
})

test('the page’s client uses described operations only', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(operationOf(method!, path)?.operation.operationId ?? `${method} ${path}`)
    return Response.json({})
  })
  await Promise.all(Object.values(api).map((call) => (call as (...args: unknown[]) => Promise<unknown>)('a', 'b', 'c')))
  vi.unstubAllGlobals()
  asked.push(operationOf('GET', eventsAddress('a', 'b'))?.operation.operationId ?? 'events')
  const { paths } = await read()
  const described = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId))
  expect(described).toEqual(expect.arrayContaining(asked))
  // Not requested by the client: events and files are requested by their elements, the page has no dialog for lorebooks yet, and it neither
  // reads the description nor speaks AG-UI.
  expect(described.filter((name) => !asked.includes(name)).toSorted()).toEqual([
    'exportCampaign',
    'exportSession',
    'getAsset',
    'getCard',
    'getCover',
    'getOpenApi',
    'getSession',
    'listLorebooks',
    'listTexts',
    'removeLorebook',
    'runAgent',
    'testLore',
  ])
})
