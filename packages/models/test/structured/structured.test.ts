import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { askStructured, LanguageModelError, type StructuredLevel, strictSchema } from '../../src/index.ts'
import type { FakeBehaviour, FakeFamily } from '../../src/testing/index.ts'
import { fakeModel } from '../wire/fake-model.ts'

const schema = strictSchema({
  type: 'object',
  required: ['act'],
  properties: { act: { anyOf: [{ enum: ['open', 'shut'] }, { type: 'boolean' }] } },
})
const flat = strictSchema({ type: 'object', required: ['act'], properties: { act: { enum: ['open', 'shut'] } } })
const messages = [{ role: 'user' as const, content: 'Open the door.' }]
const read = (object: JsonObject) => ('act' in object ? { value: object.act } : { complaint: '"act" is missing' })

describe.each<FakeFamily>(['openai', 'anthropic', 'ollama'])('a structured answer of the family %s', (family) => {
  it.each<[FakeBehaviour, StructuredLevel, number]>([
    ['obey', 'schema', 1],
    ['flat_only', 'flat', 1],
    ['no_schema', 'prompt', 1],
    ['reasoning', 'schema', 1],
    ['fences', 'schema', 1],
    ['think', 'schema', 1],
  ])('of a server with behaviour %s comes at level %s', async (behaviour, level, attempts) => {
    const { model } = await fakeModel({ family, behaviour })
    expect(await askStructured(model, { messages, schema, flat, read })).toMatchObject({ level, attempts })
  })

  it.each<[FakeBehaviour, string]>([
    ['prose', 'invalid_answer'],
    ['cut', 'length'],
    ['rate_limited', 'rate_limited'],
  ])('of a server with behaviour %s fails with %s after at most two requests', async (behaviour, code) => {
    const { model, server } = await fakeModel({ family, behaviour })
    await expect(askStructured(model, { messages, schema, flat, read })).rejects.toMatchObject({ code })
    expect(server.requests).toHaveLength(behaviour === 'rate_limited' ? 1 : 2)
  })

  it('is corrected once with the complaint', async () => {
    const answers = ['{"deed": 1}', '{"act": "open"}']
    const { model, server } = await fakeModel({ family, answer: () => answers.shift() ?? '' })
    expect(await askStructured(model, { messages, schema, read })).toMatchObject({ value: 'open', attempts: 2 })
    expect(JSON.stringify(server.requests[1])).toContain(String.raw`\"act\" is missing`)
  })
})

it('keeps the errors of requests', async () => {
  const { model } = await fakeModel({ family: 'openai', behaviour: 'unauthorized' })
  await expect(askStructured(model, { messages, schema, read })).rejects.toBeInstanceOf(LanguageModelError)
})
