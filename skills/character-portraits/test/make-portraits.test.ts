import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { testTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, test, vi } from 'vitest'
import makePortraits from '../src/make-portraits.ts'
import showPortraits from '../src/show-portraits.ts'
import { type ImageServerOptions, png, startImageServer } from './image-server.ts'
import { inTavern, picturesIn, tavern, temporaryFolder } from './tavern.ts'

type Provider = 'openai' | 'automatic1111' | 'comfyui'

async function withServer(provider: Provider, options: ImageServerOptions = {}, settings: JsonObject = {}) {
  const server = await startImageServer(options)
  const baseUrl = provider === 'openai' ? `${server.baseUrl}/v1` : server.baseUrl
  const dataDir = temporaryFolder()
  const config = { provider, baseUrl, model: 'painter', ...settings }
  return { server, dataDir, place: inTavern({ dataDir, config }) }
}

describe.each<[Provider, string]>([
  ['openai', 'POST /v1/images/generations'],
  ['automatic1111', 'POST /sdapi/v1/txt2img'],
  ['comfyui', 'POST /prompt'],
])('with the image server %s', (provider, route) => {
  test('one picture is made of each person who was met, kept, and found again', async () => {
    const { server, place } = await withServer(provider)
    expect((await testTool(makePortraits, {}, place)).summary).toBe('Made 2.')
    expect((await testTool(makePortraits, {}, place)).summary).toBe('Made 0.')
    expect(server.requests.filter((request) => request.route === route)).toHaveLength(2)
    const shown = picturesIn(await testTool(showPortraits, {}, place))
    expect(shown.map(({ person, mediaType }) => ({ person, mediaType }))).toEqual([
      { person: 'mara', mediaType: 'image/png' },
      { person: 'oleg', mediaType: 'image/png' },
    ])
    expect(readFileSync(shown[0]!.path)).toEqual(png)
    expect(JSON.stringify(server.requests)).toContain('leather apron')
  })

  test('a picture is made anew when the description changes', async () => {
    const { server, dataDir, place } = await withServer(provider)
    await testTool(makePortraits, {}, place)
    const scarred = { world: { happened: { 'met:mara': 1 }, descriptions: { mara: 'She has lost an eye.' } } }
    const later = { ...place, state: scarred }
    expect((await testTool(makePortraits, {}, later)).summary).toBe('Made 1.')
    expect(JSON.stringify(server.requests.at(provider === 'comfyui' ? -3 : -1))).toContain('lost an eye')
    expect(readdirSync(join(dataDir, 'portraits'))).toHaveLength(3)
  })

  test('a refusal is kept, says why without the key, and is not repeated at once', async () => {
    const refusal = { status: 401, body: 'wrong credentials' }
    const { server, place } = await withServer(provider, { refusal }, { apiKey: 'sk-secret' })
    const { ok, events } = await testTool(makePortraits, {}, place)
    expect(ok).toBe(true)
    const logs = JSON.stringify(events.filter(({ type }) => type === 'log'))
    expect(logs).toMatch(/no picture of Mara: .* refused with status 401: wrong credentials/)
    expect(logs).not.toContain('sk-secret')
    const before = server.requests.length
    await testTool(makePortraits, {}, place)
    expect(server.requests).toHaveLength(before)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 60_000 })
    await testTool(makePortraits, {}, place).finally(() => vi.useRealTimers())
    expect(server.requests.length).toBeGreaterThan(before)
  })

  test('a run that is ended keeps nothing broken, and the next one makes the picture', async () => {
    const { server, place } = await withServer(provider, { slow: true })
    const stop = new AbortController()
    const run = testTool(makePortraits, {}, { ...place, signal: stop.signal })
    await expect.poll(() => server.requests.some((request) => request.route === route)).toBe(true)
    stop.abort()
    await run
    server.release()
    expect((await testTool(makePortraits, {}, place)).summary).toBe('Made 2.')
    // ComfyUI goes on with the job: it is queued once for each person.
    const asked = server.requests.filter((request) => request.route === route).length
    expect(asked).toBe(provider === 'comfyui' ? 2 : 3)
  })
})

test('the key of an OpenAI server is not sent to the server that stores the picture', async () => {
  const { server, place } = await withServer('openai', { byUrl: true }, { apiKey: 'sk-secret' })
  expect((await testTool(makePortraits, {}, place)).summary).toBe('Made 2.')
  const { headers } = server.requests.find(({ route }) => route === 'GET /picture.png')!
  expect(headers.authorization).toBeUndefined()
  expect(server.requests[0]!.headers.authorization).toBe('Bearer sk-secret')
})

test('a workflow of the player is filled in, and a wrong one is an error that says so', async () => {
  const workflow = JSON.stringify({ a: { class_type: 'Painter', inputs: { text: 'oil, %prompt%', seed: '%seed%' } } })
  const { server, place } = await withServer('comfyui', {}, { workflow, model: '' })
  expect((await testTool(makePortraits, {}, place)).summary).toBe('Made 2.')
  expect(server.requests.find(({ route }) => route === 'POST /prompt')!.body).toMatchObject({
    prompt: { a: { inputs: { text: expect.stringContaining('oil, Portrait of Mara'), seed: expect.any(Number) } } },
  })
  for (const [settings, message] of [
    [{ workflow: '{' }, 'is not valid JSON'],
    [{ model: '' }, 'needs the setting'],
  ] as const) {
    const wrong = await withServer('comfyui', {}, settings)
    const { events } = await testTool(makePortraits, {}, wrong.place)
    expect(JSON.stringify(events)).toContain(message)
    expect(wrong.server.requests).toEqual([])
  }
})

test('an answer that is not a picture, and a server that is not there, are failures of that picture', async () => {
  const html = await withServer('openai', { refusal: { status: 200, body: '<html>' } })
  expect(JSON.stringify((await testTool(makePortraits, {}, html.place)).events)).toContain('gave no JSON')
  const gone = inTavern({
    dataDir: temporaryFolder(),
    config: { provider: 'automatic1111', baseUrl: 'http://127.0.0.1:1' },
  })
  expect(JSON.stringify((await testTool(makePortraits, {}, gone)).events)).toContain('cannot be reached')
})

test('the campaign’s own picture is not made', async () => {
  const { server, place } = await withServer('openai')
  const folder = temporaryFolder()
  const { writeFileSync } = await import('node:fs')
  writeFileSync(join(folder, 'mara.png'), png)
  const world = { ...tavern, people: { mara: { ...tavern.people['mara']!, portrait: 'mara.png' } } }
  const own = inTavern({ dataDir: temporaryFolder(), world, folder, config: place.config })
  expect((await testTool(makePortraits, {}, own)).summary).toBe('Made 0.')
  expect(server.requests).toEqual([])
})
