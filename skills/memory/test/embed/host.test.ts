import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mergePatch } from '@narratoria/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createWorld, maintainScript } from '../world.ts'

interface Asked {
  model: string
  input: string[]
}

/** An OpenAI-compatible endpoint whose embeddings know synonyms, unlike the built-in ones. */
async function startModel({ name = 'mind-1', fails = false, dimensions = 8, holdsAfter = Infinity } = {}) {
  const [held, release] = [gate(), gate()]
  const asked: Asked[] = []
  const topics = [/forge|smith|anvil/, /sea|ship|sail/, /gold|ruby|coin/]
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (fails) return response.writeHead(500).end('{"error":{"message":"no"}}')
    if (request.headers.authorization !== 'Bearer secret' || request.url !== '/v1/embeddings')
      return response.writeHead(401).end()
    const { input, model } = JSON.parse(body) as Asked
    asked.push({ input, model })
    if (input.length > 1 && asked.length > holdsAfter) {
      held.open()
      await release.opened
    }
    const data = input.map((text, index) => ({
      object: 'embedding',
      index,
      embedding: Array.from({ length: dimensions }, (_, at) => (topics[at]?.test(text.toLowerCase()) ? 1 : 0.01)),
    }))
    response.setHeader('content-type', 'application/json')
    return response.end(JSON.stringify({ object: 'list', model: name, data: data.toReversed() }))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  server.unref()
  return {
    asked,
    held: held.opened,
    release: release.open,
    host: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, token: 'secret' },
  }
}

function gate() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open: () => open() }
}

describe('the host’s model', () => {
  test('embeddings come from the host if it has a model', async () => {
    const world = createWorld()
    const { host, asked } = await startModel()
    await world.store({ events: [{ text: 'I befriend the smith' }, { text: 'I find a ruby' }] }, { host })
    const { texts, run } = await world.recall({ prompt: 'the sound of the anvil' }, { host })
    expect(texts).toEqual(['I befriend the smith'])
    expect(asked).toHaveLength(2)
    expect(JSON.stringify(run.events)).not.toContain('secret')
  })

  test.each([
    ['without a model', async () => undefined],
    ['with one that fails', async () => (await startModel({ fails: true })).host],
    ['with an unreachable one', async () => ({ baseUrl: 'http://127.0.0.1:9/v1', token: 'secret' })],
  ])('%s the built-in features are used, and a log message says so', async (_, start) => {
    const world = createWorld()
    const host = await start()
    await world.store({ text: 'I befriend the smith' }, { ...(host && { host }) })
    const { texts, run } = await world.recall({ prompt: 'smith' }, { ...(host && { host }) })
    expect(texts).toEqual(['I befriend the smith'])
    expect(run.events.some((event) => event.type === 'log' && event.message.includes('built-in'))).toBe(true)
  })

  const lighthouses = Array.from({ length: 200 }, (_, at) => ({ text: `I sail past lighthouse number ${at}` }))

  test('FR-056, 002 Edge 10: a change of the embedder is in the state, does not delay the turn, and is completed between turns', async () => {
    const world = createWorld()
    await world.store({ events: lighthouses }, { seq: 1 })
    const first = await startModel({ name: 'mind-1' })
    const meanwhile = await world.recall({ prompt: 'lighthouse number 7' }, first)
    expect(meanwhile.recalled.length).toBeGreaterThan(0)
    const turn = await world.store({ text: 'I find a coin' }, { seq: 2, host: first.host })
    expect(turn.output).toMatchObject({ memory: { count: 201, unembedded: { 'host:mind-1/8': 200 } } })
    expect(first.asked.flatMap(({ input }) => input).length).toBeLessThan(5)
    await world.maintain({ seq: 2, host: first.host })
    const anew = await world.recall({ prompt: 'an evening on the sea', limit: 50 }, first)
    expect(anew.recalled).toHaveLength(50)
    const after = await world.store({ prompt: ' ' }, { seq: 3, host: first.host, state: mergePatch({}, turn.output) })
    expect(JSON.stringify(after.events)).toContain('"unembedded":null')
    const second = await startModel({ name: 'mind-2', dimensions: 5 })
    await world.store({ text: 'I lose a coin' }, { seq: 4, host: second.host })
    await world.maintain({ seq: 4, host: second.host })
    expect((await world.recall({ prompt: 'all the gold' }, second)).texts.toSorted()).toEqual([
      'I find a coin',
      'I lose a coin',
    ])
    expect((await world.recall({ prompt: 'lighthouse number 7' })).recalled.length).toBeGreaterThan(0)
  })

  test('FR-056: after a kill during re-embedding, everything is still found, and the next run continues', async () => {
    const world = createWorld()
    await world.store({ events: lighthouses }, { seq: 1 })
    const slow = await startModel({ holdsAfter: 5 })
    const killed = spawn(process.execPath, [maintainScript], { stdio: ['pipe', 'pipe', 'inherit'] })
    const request = {
      version: '0',
      requestId: 'r',
      tool: 'maintain-memory',
      operation: 'invoke',
      input: {},
      dependencies: {},
      state: {},
      attempt: 1,
      idempotencyKey: 'k',
      sessionId: 'tale',
      skill: { name: 'memory', dataDir: world.dataDir, config: {} },
      host: slow.host,
    }
    killed.stdin.end(`${JSON.stringify(request)}\n`)
    await slow.held
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    for (const host of [slow.host, undefined]) {
      const found = await world.recall({ prompt: 'lighthouse number 7', limit: 50 }, host ? { host } : {})
      expect(found.texts).toContain('I sail past lighthouse number 7')
      expect(found.recalled).toHaveLength(50)
    }
    const done = slow.asked.flatMap(({ input }) => input).length
    slow.release()
    await world.maintain({ seq: 1, host: slow.host })
    const asked = slow.asked.flatMap(({ input }) => input).slice(done)
    // Texts that the killed process stored are not embedded again.
    expect(asked.filter((text) => text.startsWith('I sail')).length).toBeLessThan(190)
    expect((await world.recall({ prompt: 'an evening on the sea', limit: 50 }, slow)).recalled).toHaveLength(50)
  })

  test('FR-056: the setting builtin calls no model', async () => {
    const world = createWorld()
    const { host, asked } = await startModel()
    await world.store({ text: 'I befriend the smith' }, { host, config: { embedder: 'builtin' } })
    await world.recall({ prompt: 'smith' }, { host, config: { embedder: 'builtin' } })
    expect(asked).toEqual([])
  })
})
