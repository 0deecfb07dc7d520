import { expect, it } from 'vitest'
import { type CompletionRequest, withSettings } from '../../src/llama/index.ts'
import { useModel } from './model.ts'

const model = useModel()

const request: CompletionRequest = { lane: 'host', messages: [{ role: 'user', content: 'Continue.' }], maxTokens: 40 }

it('applies the settings of a role to each request of a local model', async () => {
  const plain = await model.get().complete(request)
  const set = withSettings(model.get(), { maxTokens: 5, systemPrompt: 'Write like a sea captain.' })
  const written = await set.complete(request)
  expect(plain.completionTokens).toBeGreaterThan(5)
  expect(written).toMatchObject({ completionTokens: 5, finishReason: 'length' })
  expect(written.promptTokens).toBeGreaterThan(plain.promptTokens)
  const hot = withSettings(model.get(), { temperature: 2 })
  const texts = await Promise.all([1, 2].map((seed) => hot.complete({ ...request, seed })))
  expect(texts[0]!.text).not.toBe(texts[1]!.text)
})

it('does not truncate an answer whose request has a grammar', async () => {
  const set = withSettings(model.get(), { maxTokens: 1, stop: ['b'] })
  const { text, finishReason } = await set.complete({ ...request, grammar: 'root ::= "abcabcabc"' })
  expect([text, finishReason]).toEqual(['abcabcabc', 'stop'])
})
