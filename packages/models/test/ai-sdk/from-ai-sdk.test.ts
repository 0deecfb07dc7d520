import type { LanguageModelV2, LanguageModelV3, LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import { APICallError } from '@ai-sdk/provider'
import { convertArrayToReadableStream, MockLanguageModelV3, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { type AiSdkModel, fromAiSdk } from '../../src/ai-sdk/index.ts'
import { languageModelContract, sampleValue, seededRandom } from '../../src/testing/index.ts'

type Call = Parameters<LanguageModelV4['doStream']>[0]

const messages = [
  { role: 'system' as const, content: 'You narrate.' },
  { role: 'user' as const, content: 'I light the torch' },
]
const finish = (reason: 'stop' | 'length' | 'content-filter', tokens: number): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: { unified: reason, raw: reason },
  usage: {
    inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: tokens, text: tokens, reasoning: 0 },
  },
})
const text = (delta: string): LanguageModelV4StreamPart => ({ type: 'text-delta', id: '1', delta })

/** What a model of a provider answers: within the limits, and in the form of the schema. */
function answer({ responseFormat, maxOutputTokens = Infinity, stopSequences = [] }: Call): LanguageModelV4StreamPart[] {
  const schema = responseFormat?.type === 'json' ? responseFormat.schema : undefined
  const whole = schema ? JSON.stringify(sampleValue(schema as never, seededRandom(2))) : 'The torch burns at once.'
  const ends = stopSequences.map((stop) => whole.indexOf(stop)).filter((at) => at !== -1)
  const pieces = whole.slice(0, Math.min(whole.length, ...ends)).match(/.{1,3}/gsu) ?? []
  const shown = pieces.slice(0, maxOutputTokens)
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'reasoning-delta', id: '0', delta: 'Hm.' },
    ...shown.map(text),
    finish(shown.length < pieces.length ? 'length' : 'stop', shown.length),
  ]
}

/** A mock of the SDK that writes these parts. */
function mock(parts: LanguageModelV4StreamPart[] | ((call: Call) => LanguageModelV4StreamPart[])) {
  const made = typeof parts === 'function' ? parts : () => parts
  return new MockLanguageModelV4({
    provider: 'mock',
    modelId: 'mock-1',
    doStream: async (call) => ({ stream: convertArrayToReadableStream(made(call)) }),
  })
}

describe('a model of the AI SDK', () => {
  it('can be of any version', () => {
    expectTypeOf<LanguageModelV2>().toExtend<AiSdkModel>()
    expectTypeOf<LanguageModelV3>().toExtend<AiSdkModel>()
    expectTypeOf<LanguageModelV4>().toExtend<AiSdkModel>()
    expectTypeOf<MockLanguageModelV3>().toExtend<AiSdkModel>()
  })

  it.each(languageModelContract(() => fromAiSdk(mock(answer))))('keeps the contract: $name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })

  it('gets the messages and the settings', async () => {
    const model = mock(answer)
    await fromAiSdk(model).complete({ messages, temperature: 0.4, topP: 0.9, maxTokens: 50, stop: ['\n'] })
    expect(model.doStreamCalls[0]).toMatchObject({
      prompt: [
        { role: 'system', content: 'You narrate.' },
        { role: 'user', content: [{ type: 'text', text: 'I light the torch' }] },
      ],
      temperature: 0.4,
      topP: 0.9,
      maxOutputTokens: 50,
      stopSequences: ['\n'],
    })
  })

  it('of version 2 has its counts and reason as plain values', async () => {
    const parts = [text('Yes.'), { type: 'finish', finishReason: 'length', usage: { inputTokens: 7, outputTokens: 2 } }]
    const model = new MockLanguageModelV3({
      doStream: async () => ({ stream: convertArrayToReadableStream(parts) }) as never,
    })
    expect(await fromAiSdk(model).complete({ messages })).toEqual({
      text: 'Yes.',
      finishReason: 'length',
      usage: { promptTokens: 7, completionTokens: 2 },
    })
  })

  it('that ignores schemas refuses them, so that they go into the prompt', async () => {
    const model = fromAiSdk(
      mock([{ type: 'stream-start', warnings: [{ type: 'unsupported', feature: 'responseFormat' }] }, text('Well.')]),
    )
    const schema = { type: 'object', properties: {} }
    await expect(model.complete({ messages, schema })).rejects.toMatchObject({ code: 'schema_refused' })
  })

  it.each([
    [401, 'unauthorized'],
    [404, 'not_found'],
    [429, 'rate_limited'],
    [500, 'server_error'],
    [400, 'bad_request'],
  ])('explains status %i as %s', async (statusCode, code) => {
    const error = new APICallError({
      message: 'no',
      url: 'https://models.example/v1/chat?key=secret',
      requestBodyValues: {},
      statusCode,
      responseHeaders: { 'retry-after': '7' },
    })
    const model = new MockLanguageModelV4({ modelId: 'mock-1', doStream: () => Promise.reject(error) })
    const failure: unknown = await fromAiSdk(model)
      .complete({ messages })
      .catch((reason: unknown) => reason)
    expect(failure).toMatchObject({ code, message: expect.stringContaining('https://models.example/v1/chat returned') })
    expect(String(failure)).not.toContain('secret')
  })

  it.each([
    [
      'an error in the stream',
      [text('It '), { type: 'error', error: new Error('lost') } as const],
      'interrupted',
      /lost/,
    ],
    ['a refusal', [finish('content-filter', 0)], 'refused', /refused/],
    ['an end without a reason', [text('It ')], 'interrupted', /before it was complete/],
  ])('explains %s', async (_, parts, code, message) => {
    const failure = fromAiSdk(mock(parts)).complete({ messages })
    await expect(failure).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('that is silent is given up', async () => {
    const model = new MockLanguageModelV4({ doStream: () => new Promise<never>(() => {}) })
    const failure = fromAiSdk(model, { patience: { firstTokenMs: 50 } }).complete({ messages })
    await expect(failure).rejects.toMatchObject({ code: 'silent' })
  })
})
