import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  type AnswerPart,
  LanguageModelError,
  type LanguageModelErrorCode,
  modelOf,
  type ModelRequest,
} from '../../src/index.ts'
import { findJson } from '../../src/answer/find-json.ts'
import { type FakeBehaviour, type FakeFamily, languageModelContract, startFakeServer } from '../../src/testing/index.ts'
import { fakeModel } from './fake-model.ts'

const families: FakeFamily[] = ['openai', 'anthropic', 'ollama']
const ask: ModelRequest = {
  messages: [
    { role: 'system', content: 'You narrate.' },
    { role: 'user', content: 'I light the torch' },
  ],
}
const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['word'],
  properties: { word: { type: 'string', enum: ['yes', 'no'] } },
}
const prose = 'You lift the lantern, and the dark {as it were} steps back from the oak door.'

async function textOf(parts: AsyncIterable<{ type: string; text?: string }>): Promise<string> {
  let text = ''
  for await (const part of parts) text += part.text ?? ''
  return text
}

async function failureOf(work: Promise<unknown>): Promise<LanguageModelError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!LanguageModelError.isInstance(error)) throw new Error(`a LanguageModelError is expected, not ${String(error)}`)
  return error
}

describe.each(families)('a model of the family %s', (family) => {
  it.each(languageModelContract(async () => (await fakeModel({ family })).model))(
    'keeps the contract: $name',
    async ({ run }) => {
      await expect(run()).resolves.toBeUndefined()
    },
  )

  it('resolves to the complete text and its token counts', async () => {
    const { model } = await fakeModel({ family })
    expect(await model.complete(ask)).toMatchObject({
      text: prose,
      finishReason: 'stop',
      usage: { promptTokens: 5, completionTokens: 11 },
    })
  })

  it.each<FakeBehaviour>(['obey', 'drip', 'think'])(
    'streams the prose of a server with behaviour %s',
    async (behaviour) => {
      const { model } = await fakeModel(
        { family, behaviour },
        { patience: { firstTokenMs: 5_000, betweenTokensMs: 5_000 } },
      )
      const parts: AnswerPart[] = []
      for await (const part of model.stream(ask)) parts.push(part)
      expect(parts.at(-1)).toMatchObject({ type: 'finish', finishReason: 'stop', usage: { promptTokens: 5 } })
      expect(await textOf(model.stream(ask))).toBe(prose)
      expect(parts.length).toBeGreaterThan(8)
    },
  )

  it.each<FakeBehaviour>(['obey', 'reasoning', 'think', 'fences', 'drip'])(
    'finds the JSON of a server with behaviour %s',
    async (behaviour) => {
      const { model, server } = await fakeModel({ family, behaviour, dripMs: 1 })
      const { text } = await model.complete({ ...ask, schema })
      expect(findJson(text)).toEqual({ word: expect.stringMatching(/^(?:yes|no)$/) })
      expect(JSON.stringify(server.requests[0])).toContain('"enum":["yes","no"]')
    },
  )

  it('puts the schema into the prompt when asked to', async () => {
    const { model, server } = await fakeModel({ family, behaviour: 'no_schema' })
    expect((await failureOf(model.complete({ ...ask, schema }))).code).toBe('schema_refused')
    const { text } = await model.complete({ ...ask, schema, schemaMode: 'prompt' })
    expect(findJson(text)).toHaveProperty('word')
    expect(Object.keys(server.requests.at(-1)!)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/response_format|output_config|^format$/)]),
    )
  })

  it('reports an answer that is cut', async () => {
    const { model } = await fakeModel({ family, behaviour: 'cut' })
    expect((await model.complete(ask)).finishReason).toBe('length')
  })

  it.each<[FakeBehaviour, LanguageModelErrorCode, RegExp]>([
    ['unauthorized', 'unauthorized', /--api-key-env/],
    ['not_found', 'not_found', /has a model "fake-model"/],
    ['rate_limited', 'rate_limited', /wait 7 s/],
    ['server_error', 'server_error', /its own log/],
    ['reset', 'unreachable', /server runs/],
    ['reset_midway', 'interrupted', /during its answer/],
    ['error_midway', 'server_error', /the slot was lost/],
    ['stall', 'silent', /no first token within 0\.2 s/],
    ['stall_midway', 'silent', /sent nothing more within 0\.2 s/],
  ])('explains a server with behaviour %s as %s', async (behaviour, code, words) => {
    const { model } = await fakeModel({ family, behaviour }, { patience: { firstTokenMs: 200, betweenTokensMs: 200 } })
    const failures = [await failureOf(model.complete(ask)), await failureOf(textOf(model.stream(ask)))]
    for (const failure of failures) {
      expect(failure.code).toBe(code)
      expect(failure.message).toMatch(words)
      if (code === 'rate_limited') expect(failure.retryAfterMs).toBe(7_000)
    }
  })

  it('has no limit to the whole answer, only to its silence', async () => {
    const { model } = await fakeModel(
      { family, behaviour: 'drip', dripMs: 150 },
      { patience: { firstTokenMs: 1_000, betweenTokensMs: 1_000 } },
    )
    const startedAt = performance.now()
    expect(await textOf(model.stream(ask))).toBe(prose)
    expect(performance.now() - startedAt).toBeGreaterThan(1_000)
  })

  it('may have no limit of silence', async () => {
    const unlimited = { firstTokenMs: Infinity, betweenTokensMs: Infinity }
    const { model } = await fakeModel({ family, behaviour: 'drip', dripMs: 10 }, { patience: unlimited })
    expect((await model.complete(ask)).text).toBe(prose)
  })

  it.each<FakeBehaviour>(['stall', 'stall_midway', 'drip'])(
    'cancels a server with behaviour %s at once',
    async (behaviour) => {
      const { model, server } = await fakeModel({ family, behaviour, dripMs: 1_000 })
      const cancel = new AbortController()
      const answer = model.complete(ask, { signal: cancel.signal })
      await expect.poll(() => server.requests.length).toBe(1)
      const reason = new Error('the player pressed Ctrl-C')
      cancel.abort(reason)
      await expect(answer).rejects.toBe(reason)
      await expect.poll(() => server.abandoned).toBe(1)
    },
  )

  it('ends the request when the loop ends early', async () => {
    const { model, server } = await fakeModel({ family, behaviour: 'stall_midway' })
    for await (const part of model.stream(ask)) if (part.type === 'text') break
    await expect.poll(() => server.abandoned).toBe(1)
  })

  it('sends the key of a variable, and keeps it out of errors', async () => {
    const key = 'sk-very-secret'
    const use = { env: { SOME_KEY: key }, apiKeyEnv: 'SOME_KEY' }
    const good = await fakeModel({ family, key }, use)
    expect((await good.model.complete(ask)).text).toBe(prose)
    const bad = await fakeModel({ family, key: 'another', answer: () => key }, use)
    const failure = await failureOf(bad.model.complete(ask))
    expect(failure.message).toContain('SOME_KEY')
    expect(failure.message).not.toContain(key)
  })
})

it('the settings of a connection replace those of requests, but never truncate a structured answer', async () => {
  const server = await startFakeServer({ family: 'openai' })
  onTestFinished(() => server.close())
  const sampling = { temperature: 0.9, topP: 0.8, maxTokens: 3, stop: ['dark'] }
  const model = modelOf({ provider: 'custom', baseUrl: server.baseUrl, model: 'fake-model', sampling }, {})
  await model.complete({ ...ask, temperature: 0 })
  await model.complete({ ...ask, schema, temperature: 0, maxTokens: 500 })
  expect(server.requests).toMatchObject([
    { temperature: 0.9, top_p: 0.8, max_tokens: 3, stop: ['dark'] },
    { temperature: 0.9, top_p: 0.8, max_tokens: 500 },
  ])
  expect(server.requests[1]).not.toHaveProperty('stop')
})

it.each(families)('the system prompt of the settings is added to that of each request (%s)', async (family) => {
  const use = { sampling: { systemPrompt: 'Write like a sea captain.' } }
  const { model, server } = await fakeModel({ family }, use)
  await model.complete(ask)
  await model.complete({ ...ask, schema })
  const [first, second] = server.requests.map((body) => JSON.stringify(body))
  expect(first).toContain(String.raw`You narrate.\n\nWrite like a sea captain.`)
  expect(second).toContain('Write like a sea captain.')
})

describe('a request to an OpenAI-compatible server', () => {
  it('is repeated without the fields that the server refuses, and remembers them', async () => {
    const { model, server } = await fakeModel({ family: 'openai', refusedFields: ['temperature', 'stream_options'] })
    const request = { ...ask, temperature: 0.4 }
    expect((await model.complete(request)).text).toBe(prose)
    await model.complete(request)
    // Two are refused, the third and the fourth are answered.
    expect(server.requests).toHaveLength(4)
  })
})
