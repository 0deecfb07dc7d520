import assert from 'node:assert/strict'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { findJson } from '../answer/find-json.ts'
import type { AnswerPart, LanguageModel, ModelRequest } from '../language-model.ts'

/** One case of the contract of language models. `run` rejects with an assertion error if the model violates it. */
export interface LanguageModelContractCase {
  name: string
  run: () => Promise<void>
}

/** Opens the model under test. Called once for each case. */
export type OpenLanguageModel = () => LanguageModel | Promise<LanguageModel>

const messages = [
  { role: 'system' as const, content: 'You narrate a story.' },
  { role: 'user' as const, content: 'I light the torch. 🔥 Zażółć \uD800' },
]
/** A request that the same model answers in the same way each time. */
const ask: ModelRequest = { messages, temperature: 0, maxTokens: 24 }
const words = ['yes', 'no']
const schema: JsonObject = {
  type: 'object',
  additionalProperties: false,
  required: ['word'],
  properties: { word: { type: 'string', enum: words } },
}

/**
 * The contract of every language model, as cases for any test runner: whole and streamed answers, limits, stop texts, schemas
 * and cancelling. The model may write anything, but it must enforce schemas.
 *
 * @example
 * ```ts
 * import { modelOf } from '@narratoria/models'
 * import { languageModelContract, startFakeServer } from '@narratoria/models/testing'
 *
 * const server = await startFakeServer({ family: 'openai' })
 * const open = () => modelOf({ provider: 'custom', baseUrl: server.baseUrl, model: 'fake-model' })
 * for (const { run } of languageModelContract(open)) await run()
 * await server.close()
 * ```
 */
export function languageModelContract(open: OpenLanguageModel): LanguageModelContractCase[] {
  const cases: Record<string, (model: LanguageModel) => Promise<void>> = {
    'has a name and a provider': async ({ id, provider, contextTokens }) => {
      assert.ok(id !== '' && provider !== '')
      assert.ok(contextTokens === undefined || contextTokens > 0, 'a known context has tokens')
    },
    'resolves to a whole answer within the limit of tokens': async (model) => {
      const { text, finishReason, usage } = await model.complete(ask)
      assert.equal(typeof text, 'string')
      assert.ok(finishReason === 'stop' || finishReason === 'length', finishReason)
      assert.ok((usage.promptTokens ?? 1) > 0, 'a prompt has tokens')
      assert.ok((usage.completionTokens ?? 0) <= 24, 'the answer has at most 24 tokens')
    },
    'reports an answer that is cut at the limit': async (model) => {
      const { finishReason, usage } = await model.complete({ ...ask, maxTokens: 2 })
      assert.equal(finishReason, 'length')
      assert.ok((usage.completionTokens ?? 0) <= 2)
    },
    'streams the same answer, then how it finished': async (model) => {
      const whole = await model.complete(ask)
      const parts = await collect(model.stream(ask))
      const texts = parts.slice(0, -1).map((part) => (part.type === 'text' ? part.text : assert.fail('finishes twice')))
      assert.ok(
        texts.every((text) => text !== ''),
        'no piece is empty',
      )
      assert.equal(texts.join('').trim(), whole.text.trim())
      assert.deepEqual(parts.at(-1), { type: 'finish', finishReason: whole.finishReason, usage: whole.usage })
    },
    'ends before a stop text': async (model) => {
      const { text } = await model.complete(ask)
      const stop = text.match(/./gsu)?.slice(4, 7).join('') ?? ''
      assert.ok(stop.trim() !== '', `the answer ${JSON.stringify(text)} is long enough for a stop text`)
      const stopped = await model.complete({ ...ask, stop: [stop] })
      assert.equal(stopped.text.trim(), text.slice(0, text.indexOf(stop)).trim())
      assert.equal(stopped.finishReason, 'stop')
    },
    'enforces a schema': async (model) => {
      for (const part of [await model.complete({ ...ask, schema }), await wholeOf(model.stream({ ...ask, schema }))])
        assert.ok(fits(JSON.parse(part.text)), part.text)
    },
    'takes a schema as text': async (model) => {
      const { text } = await model.complete({ ...ask, schema, schemaMode: 'prompt' })
      assert.equal(typeof text, 'string')
    },
    'answers two requests at once': async (model) => {
      const answers = await Promise.all([model.complete({ ...ask, schema }), model.complete({ ...ask, schema })])
      for (const { text } of answers) assert.ok(fits(findJson(text)), text)
    },
    'rejects with the reason of an aborted signal': async (model) => {
      const reason = new Error('cancelled before the request')
      const signal = AbortSignal.abort(reason)
      await assert.rejects(model.complete(ask, { signal }), reason)
      await assert.rejects(collect(model.stream(ask, { signal })), reason)
    },
    'a running answer rejects with the reason of its signal': async (model) => {
      const [cancel, reason] = [new AbortController(), new Error('cancelled in the middle')]
      const long = { ...ask, maxTokens: 512 }
      await assert.rejects(async () => {
        for await (const _ of model.stream(long, { signal: cancel.signal })) cancel.abort(reason)
      }, reason)
    },
    'answers again after a loop that ended early': async (model) => {
      for await (const _ of model.stream(ask)) break
      assert.ok(fits(findJson((await model.complete({ ...ask, schema })).text)))
    },
  }
  return Object.entries(cases).map(([name, check]) => ({ name, run: async () => check(await open()) }))
}

function fits(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 1 && words.some((word) => word === value.word)
}

async function collect(parts: AsyncIterable<AnswerPart>): Promise<AnswerPart[]> {
  const all: AnswerPart[] = []
  for await (const part of parts) all.push(part)
  return all
}

async function wholeOf(parts: AsyncIterable<AnswerPart>): Promise<{ text: string }> {
  const all = await collect(parts)
  return { text: all.map((part) => (part.type === 'text' ? part.text : '')).join('') }
}
