import { execFile } from 'node:child_process'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalModel, type ModelEndpoint, serveModel } from '../../src/llama/index.ts'
import { useModel } from '../llama/model.ts'

const curl = promisify(execFile)
const messages = [{ role: 'user' as const, content: 'Tell of the door.' }]

describe('the model’s endpoint', () => {
  const model = useModel()
  let endpoint: ModelEndpoint
  let client: OpenAI
  beforeAll(async () => {
    endpoint = await serveModel(model.get())
    client = new OpenAI({ baseURL: endpoint.baseUrl, apiKey: endpoint.token, maxRetries: 0 })
  })
  afterAll(() => endpoint.close())

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${endpoint.baseUrl}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${endpoint.token}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })

  it('the official client gets a completion, with usage', async () => {
    const done = await client.chat.completions.create({ model: 'any', messages, max_tokens: 20, temperature: 0 })
    expect(done.choices[0]?.message.content).not.toBe('')
    expect(done.usage?.completion_tokens).toBeGreaterThan(0)
    expect(done.usage?.completion_tokens).toBeLessThanOrEqual(20)
  })

  it('the official client streams the same text', async () => {
    const options = { model: 'any', messages, max_tokens: 20, temperature: 0 }
    const whole = await client.chat.completions.create(options)
    const parts: string[] = []
    let usage: OpenAI.CompletionUsage | null | undefined
    for await (const chunk of await client.chat.completions.create({
      ...options,
      stream: true,
      stream_options: { include_usage: true },
    })) {
      parts.push(chunk.choices[0]?.delta.content ?? '')
      usage = chunk.usage ?? usage
    }
    expect(parts.join('')).toBe(whole.choices[0]?.message.content)
    expect(parts.length).toBeGreaterThan(2)
    expect(usage?.completion_tokens).toBe(whole.usage?.completion_tokens)
  })

  it('a JSON schema response format holds', async () => {
    const schema = {
      type: 'object',
      properties: { mood: { enum: ['dark', 'light'] }, count: { type: 'integer', minimum: 1, maximum: 9 } },
      required: ['mood', 'count'],
      additionalProperties: false,
    }
    for (let seed = 0; seed < 5; seed += 1) {
      const done = await client.chat.completions.create({
        model: 'any',
        messages,
        temperature: 1,
        seed,
        response_format: { type: 'json_schema', json_schema: { name: 'scene', schema, strict: true } },
      })
      const scene = JSON.parse(done.choices[0]?.message.content ?? '') as { mood: string; count: number }
      expect(['dark', 'light']).toContain(scene.mood)
      expect(scene.count).toBeGreaterThanOrEqual(1)
    }
  })

  it('the official client gets embeddings', async () => {
    const { data } = await client.embeddings.create({
      model: 'any',
      input: ['a torch', 'a torch', 'the dragon sleeps'],
    })
    expect(data).toHaveLength(3)
    expect(data[0]?.embedding).toEqual(data[1]?.embedding)
    expect(data[0]?.embedding).not.toEqual(data[2]?.embedding)
  })

  it('the official client streams an answer of a JSON schema', async () => {
    const schema = { type: 'object', properties: { mood: { enum: ['dark', 'light'] } }, required: ['mood'] }
    const stream = await client.chat.completions.create({
      model: 'any',
      messages,
      temperature: 1,
      stream: true,
      response_format: { type: 'json_schema', json_schema: { name: 'scene', schema } },
    })
    let text = ''
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(['dark', 'light']).toContain((JSON.parse(text) as { mood: string }).mood)
  })

  const curled = async (path: string, body: object) => {
    const headers = [`Authorization: Bearer ${endpoint.token}`, 'Content-Type: application/json']
    const data = ['-d', JSON.stringify(body)]
    const { stdout } = await curl('curl', [
      '-sSN',
      `${endpoint.baseUrl}${path}`,
      ...headers.flatMap((line) => ['-H', line]),
      ...data,
    ])
    return stdout
  }

  it('plain curl gets a completion, one of a JSON schema, and embeddings', async () => {
    expect(JSON.parse(await curled('/chat/completions', { messages, max_tokens: 5 }))).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant' } }],
    })
    const format = { type: 'json_schema', json_schema: { schema: { type: 'integer', minimum: 1, maximum: 6 } } }
    const rolled = JSON.parse(await curled('/chat/completions', { messages, response_format: format })) as {
      choices: { message: { content: string } }[]
    }
    expect(rolled.choices[0]?.message.content).toMatch(/^[1-6]$/)
    expect(JSON.parse(await curled('/embeddings', { input: 'a torch' }))).toMatchObject({
      object: 'list',
      data: [{ object: 'embedding', index: 0 }],
    })
  })

  it('plain curl streams: an event for each piece, the reason it ended, and the mark of the end', async () => {
    const lines = (await curled('/chat/completions', { messages, max_tokens: 12, temperature: 0, stream: true }))
      .split('\n\n')
      .filter((line) => line !== '')
    expect(lines.every((line) => line.startsWith('data: '))).toBe(true)
    expect(lines.at(-1)).toBe('data: [DONE]')
    const chunks = lines
      .slice(0, -1)
      .map((line) => JSON.parse(line.slice('data: '.length)) as OpenAI.ChatCompletionChunk)
    const whole = await client.chat.completions.create({ model: 'any', messages, max_tokens: 12, temperature: 0 })
    expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? '').join('')).toBe(
      whole.choices[0]?.message.content,
    )
    expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe(whole.choices[0]?.finish_reason)
  })

  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === 'IPv4' && !address.internal)?.address
  it.skipIf(outside === undefined)('does not listen on the machine’s other addresses', async () => {
    const url = new URL(`${endpoint.baseUrl}/models`)
    url.hostname = outside ?? ''
    const headers = { authorization: `Bearer ${endpoint.token}` }
    await expect(fetch(url, { headers })).rejects.toThrow('fetch failed')
  })

  it('listens on loopback alone and wants the run’s token', async () => {
    expect(new URL(endpoint.baseUrl).hostname).toBe('127.0.0.1')
    expect(endpoint.token.length).toBeGreaterThan(30)
    for (const authorization of ['', 'Bearer', 'Bearer wrong', `Bearer ${endpoint.token}x`]) {
      const answer = await post('/chat/completions', { messages }, { authorization })
      expect(answer.status).toBe(401)
      expect(await answer.text()).not.toContain(endpoint.token)
    }
    expect((await post('/chat/completions', { messages }, { origin: 'https://example.com' })).status).toBe(401)
  })

  it.each([
    ['/chat/completions', 'no json', 400, 'not JSON'],
    ['/chat/completions', [], 400, 'JSON object'],
    ['/chat/completions', { messages: [] }, 400, '"messages"'],
    ['/chat/completions', { messages: [{ role: 'tool', content: 'x' }] }, 400, 'messages[0]'],
    ['/chat/completions', { messages, n: 2 }, 400, '"n"'],
    ['/chat/completions', { messages, tools: [{}] }, 400, '"tools"'],
    ['/chat/completions', { messages, temperature: 9 }, 400, '"temperature"'],
    ['/chat/completions', { messages, max_tokens: -1 }, 400, '"max_tokens"'],
    [
      '/chat/completions',
      { messages, response_format: { type: 'json_schema', json_schema: { schema: { type: 'string', pattern: 'a' } } } },
      400,
      '"pattern"',
    ],
    ['/embeddings', { input: [] }, 400, '"input"'],
    ['/embeddings', { input: [1] }, 400, '"input"'],
    ['/nothing', {}, 404, '/v1/nothing'],
  ])('bad input: %s %j is %i', async (path, body, status, text) => {
    const answer = await post(path, body)
    const { error } = (await answer.json()) as { error: { message: string } }
    expect({ status: answer.status, message: error.message }).toMatchObject({
      status,
      message: expect.stringContaining(text),
    })
  })

  it('bad input: a prompt that overruns the context is 400, with what to do', async () => {
    const answer = await post('/chat/completions', { messages: [{ role: 'user', content: 'a b c d '.repeat(20_000) }] })
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 400,
      body: { error: { code: 'context_overrun', message: expect.stringContaining('shorten the prompt') } },
    })
  })

  it('a client that goes away frees the model for the next', async () => {
    const controller = new AbortController()
    const long = fetch(`${endpoint.baseUrl}/chat/completions`, {
      method: 'POST',
      signal: controller.signal,
      headers: { authorization: `Bearer ${endpoint.token}` },
      body: JSON.stringify({ messages, max_tokens: 3_500, temperature: 1, stream: true }),
    })
    await (await long).body?.getReader().read()
    controller.abort()
    const next = await client.chat.completions.create({ model: 'any', messages, max_tokens: 3 })
    expect(next.choices).toHaveLength(1)
  })

  it('of several clients, the one served longest ago comes first', async () => {
    const started: string[] = []
    const held: (() => void)[] = []
    const answer = {
      text: '',
      finishReason: 'stop' as const,
      promptTokens: 1,
      evaluatedTokens: 1,
      completionTokens: 0,
      prefillMs: 0,
      decodeMs: 0,
    }
    const slow: LocalModel = {
      ...model.get(),
      info: model.get().info,
      complete: ({ messages: [first] }) => {
        started.push(first?.content ?? '')
        return new Promise((resolve) => held.push(() => resolve(answer)))
      },
    }
    const other = await serveModel(slow)
    const ask = (client: string, content: string) =>
      fetch(`${other.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.token}`, 'x-narratoria-client': client },
        body: JSON.stringify({ messages: [{ role: 'user', content }] }),
      })
    const answers = [ask('a', 'a1')]
    await expect.poll(() => started).toEqual(['a1'])
    answers.push(ask('a', 'a2'), ask('a', 'a3'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    answers.push(ask('b', 'b1'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    for (let count = 1; count <= 4; count += 1) {
      await expect.poll(() => held.length).toBe(count)
      held[count - 1]?.()
    }
    await Promise.all(answers)
    expect(started[1]).toBe('b1')
    await other.close()
  })

  it('is closed with its host', async () => {
    const other = await serveModel(model.get())
    await other.close()
    await expect(fetch(`${other.baseUrl}/models`)).rejects.toThrow('fetch failed')
  })
})
