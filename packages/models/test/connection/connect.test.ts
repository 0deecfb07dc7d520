import { describe, expect, it, onTestFinished } from 'vitest'
import { checkConnection, discoverServers } from '../../src/connection/index.ts'
import { connectModel, type ConnectOptions, type StructuredLevel } from '../../src/index.ts'
import {
  type FakeBehaviour,
  type FakeFamily,
  type FakeServerOptions,
  startFakeServer,
} from '../../src/testing/index.ts'
import { presetOf } from '../wire/fake-model.ts'

/** Connects to a fake server at its own address, as its family's preset. */
async function connectTo(server: FakeServerOptions, options: Partial<ConnectOptions> = {}) {
  const fake = await startFakeServer(server)
  onTestFinished(() => fake.close())
  const family = presetOf[server.family]
  const patience = { firstTokenMs: 300, betweenTokensMs: 300 }
  return connectModel({ target: fake.baseUrl, preset: family, patience, env: {}, ...options })
}

describe.each<FakeFamily>(['openai', 'anthropic', 'ollama'])('connecting to the family %s', (family) => {
  const env = { ANTHROPIC_API_KEY: 'sk-1' }

  it('finds the model, its context and its speed', async () => {
    expect(await connectTo({ family }, { env })).toMatchObject({
      provider: presetOf[family],
      name: presetOf[family],
      model: 'fake-model',
      structured: 'schema',
      contextTokens: 8192,
      firstTokenMs: expect.any(Number),
      tokensPerSecond: expect.any(Number),
    })
  })

  it.each<[FakeBehaviour, StructuredLevel]>([
    ['ignore_schema', 'prompt'],
    ['prose', 'prompt'],
    ['fences', 'prompt'],
    ['flat_only', 'flat'],
    ['no_schema', 'prompt'],
    ['reasoning', 'schema'],
    ['think', 'schema'],
  ])('finds that a server with behaviour %s enforces at most %s', async (behaviour, structured) => {
    expect((await connectTo({ family, behaviour }, { env })).structured).toBe(structured)
  })

  it.each<[FakeBehaviour, RegExp]>([
    ['unauthorized', /key/],
    ['not_found', /has a model "fake-model"/],
    ['rate_limited', /wait 7 s/],
    ['server_error', /its own log/],
    ['stall', /no first token/],
    ['reset', /cannot be reached/],
  ])('says what to do about a server with behaviour %s', async (behaviour, words) => {
    await expect(connectTo({ family, behaviour }, { env })).rejects.toThrow(words)
  })

  it('lists the models when it must know which', async () => {
    const models = ['small', 'large']
    await expect(connectTo({ family, models }, { env })).rejects.toThrow(/--model: small, large/)
    await expect(connectTo({ family, models }, { env, model: 'huge' })).rejects.toThrow(
      /no model "huge"; it has small, large/,
    )
    expect((await connectTo({ family, models }, { env, model: 'large' })).model).toBe('large')
  })

  it('needs the variable of the key', async () => {
    await expect(connectTo({ family }, { apiKeyEnv: 'NO_SUCH_KEY' })).rejects.toThrow(/NO_SUCH_KEY is not set/)
  })
})

it.each(['127.0.0.1:PORT', 'http://127.0.0.1:PORT/', '0.0.0.0:PORT'])(
  'finds Ollama where OLLAMA_HOST is %s',
  async (host) => {
    const server = await startFakeServer({ family: 'ollama' })
    onTestFinished(() => server.close())
    const env = { OLLAMA_HOST: host.replace('PORT', new URL(server.baseUrl).port) }
    expect((await connectModel({ target: 'ollama', env })).baseUrl).toBe(server.baseUrl)
    const found = await discoverServers({ env })
    expect(found.find(({ preset }) => preset.name === 'ollama')).toMatchObject({
      baseUrl: server.baseUrl,
      models: [{ id: 'fake-model' }],
    })
  },
)

it('checks a connection without asking its model', async () => {
  const server = await startFakeServer({ family: 'openai', models: ['small'] })
  onTestFinished(() => server.close())
  const connection = {
    name: 'home',
    provider: 'custom' as const,
    baseUrl: server.baseUrl,
    structured: 'schema' as const,
  }
  await expect(checkConnection({ ...connection, model: 'small' }, {})).resolves.toBeUndefined()
  await expect(checkConnection({ ...connection, model: 'large' }, {})).rejects.toMatchObject({ code: 'no_model' })
  await server.close()
  await expect(checkConnection({ ...connection, model: 'small' }, {})).rejects.toMatchObject({ code: 'unreachable' })
  expect(server.requests).toEqual([])
})

it('refuses what is neither an address nor a preset', async () => {
  await expect(connectModel({ target: 'gpt' })).rejects.toThrow(/the presets are openai, anthropic, ollama/)
})
