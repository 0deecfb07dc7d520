import { execFile } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type LocalModel, type ModelEndpoint, serveModel } from '../../../src/llama/index.ts'
import { asPlain, useModel } from '../model.ts'

const curl = promisify(execFile)
const messages = [{ role: 'user' as const, content: 'Describe the door.' }]

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
    ['/chat/completions', 'no json', 400, 'not valid JSON'],
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

  it('a client’s token is its own, the same while the endpoint is open, and works as well as the host’s', async () => {
    const [tokens, again] = [0, 1].map(() => ['a', 'b'].map((name) => endpoint.tokenFor(name)))
    expect(again).toEqual(tokens)
    expect(new Set([...tokens!, endpoint.token]).size).toBe(3)
    const own = new OpenAI({ baseURL: endpoint.baseUrl, apiKey: endpoint.tokenFor('a'), maxRetries: 0 })
    const done = await own.chat.completions.create({ model: 'any', messages, max_tokens: 3 })
    expect(done.choices).toHaveLength(1)
  })

  /** An endpoint whose model completes requests one by one, on demand. */
  async function holdingEndpoint() {
    const started: string[] = []
    const held: (() => void)[] = []
    const [promptTokens, evaluatedTokens, completionTokens, prefillMs, decodeMs] = [1, 1, 0, 0, 0]
    const counts = { promptTokens, evaluatedTokens, completionTokens, prefillMs, decodeMs }
    const slow: LocalModel = {
      ...model.get(),
      info: model.get().info,
      complete: ({ messages: [first] }) => {
        started.push(first?.content ?? '')
        return new Promise((resolve) => held.push(() => resolve({ text: '', finishReason: 'stop', ...counts })))
      },
    }
    const other = await serveModel(slow)
    onTestFinished(() => other.close())
    const ask = (name: string, content: string, headers: Record<string, string> = {}) =>
      fetch(`${other.baseUrl}/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other.tokenFor(name)}`, ...headers },
        body: JSON.stringify({ messages: [{ role: 'user', content }] }),
      }).then(({ status }) => status)
    /** Lets the model answer once its `count`th request came. */
    const answer = async (count: number) => {
      await expect.poll(() => held.length).toBe(count)
      held[count - 1]?.()
    }
    return { started, ask, answer }
  }
  /** Returns a function that waits until servers of this process have read `count` more requests. */
  function countRequests(): (count: number) => Promise<void> {
    let arrived = 0
    const onRequest = (message: unknown) =>
      void (message as { request: IncomingMessage }).request.once('end', () => (arrived += 1))
    subscribe('http.server.request.start', onRequest)
    onTestFinished(() => void unsubscribe('http.server.request.start', onRequest))
    return (count) => expect.poll(() => arrived).toBe(count)
  }

  it('a client that floods, under whatever names and from whatever ports, delays the others by one turn', async () => {
    const { started, ask, answer } = await holdingEndpoint()
    const untilArrived = countRequests()
    const answers = [ask('greedy', 'first')]
    await expect.poll(() => started).toEqual(['first'])
    for (let count = 0; count < 30; count += 1) {
      const headers = {
        'x-narratoria-client': `n${count}`,
        'user-agent': `n${count}`,
        'x-forwarded-for': `10.0.0.${count}`,
      }
      answers.push(ask('greedy', 'flood', { ...headers, connection: 'close' }))
    }
    await untilArrived(31)
    answers.push(ask('modest', 'modest 1'), ask('other', 'other'))
    await untilArrived(33)
    answers.push(ask('modest', 'modest 2'))
    await untilArrived(34)
    for (let count = 1; count <= answers.length; count += 1) await answer(count)
    expect(await Promise.all(answers)).toEqual(answers.map(() => 200))
    expect(started.slice(1, 3).toSorted()).toEqual(['modest 1', 'other'])
    expect(started.slice(3, 5).toSorted()).toEqual(['flood', 'modest 2'])
  })

  it('a client has a bounded number of places, and takes none of the others’', async () => {
    const { started, ask, answer } = await holdingEndpoint()
    const untilArrived = countRequests()
    const flood = Array.from({ length: 80 }, () => ask('greedy', 'flood'))
    await expect.poll(() => started).toEqual(['flood'])
    await untilArrived(80)
    const modest = ask('modest', 'modest')
    await untilArrived(81)
    for (let count = 1; count <= 33; count += 1) await answer(count)
    const statuses = await Promise.all(flood)
    expect({ ok: statuses.filter((status) => status === 200).length, modest: await modest }).toEqual({
      ok: 32,
      modest: 200,
    })
    expect(statuses.filter((status) => status === 429)).toHaveLength(48)
    expect(started[1]).toBe('modest')
  })

  it.each([
    ['close waits for open requests', {}, 'stop'],
    ['close with force cancels open requests', { force: true }, undefined],
  ])('%s', async (_, options, finishReason) => {
    const [started, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const complete: LocalModel['complete'] = async (request, given) => {
      started.resolve()
      await released.promise
      given?.signal?.throwIfAborted()
      return { ...(await model.get().complete({ ...request, maxTokens: 1 })), finishReason: 'stop' }
    }
    const other = await serveModel({ ...asPlain(model.get()), complete })
    const ask = fetch(`${other.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other.token}` },
      body: JSON.stringify({ messages }),
    }).then(
      async (response) =>
        ((await response.json()) as { choices: { finish_reason: string }[] }).choices[0]?.finish_reason,
      () => undefined,
    )
    await started.promise
    const closing = other.close(options)
    released.resolve()
    await closing
    expect(await ask).toBe(finishReason)
    await expect(fetch(`${other.baseUrl}/models`)).rejects.toThrow('fetch failed')
  })
})
