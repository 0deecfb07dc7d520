import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createNarratoria } from '@narratoria/runtime'
import type { HostTool } from '@narratoria/runtime/tools'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createStoryHttpHandler } from '../../src/index.ts'
import { connectOverStreams, eras } from './connect.ts'

/** A host with one story and one tool, which runs until it is released or cancelled. */
async function openWaiting() {
  const home = await mkdtemp(join(tmpdir(), 'mcp-closing-'))
  const started = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const ends: string[] = []
  const wait: HostTool = {
    name: 'wait',
    triggers: ['wait'],
    async call(_request, { write, signal }) {
      started.resolve()
      await Promise.race([released.promise, once(signal, 'abort')])
      ends.push(signal.aborted ? 'cancelled' : 'released')
      write(`${JSON.stringify({ version: '0', type: 'done', ok: true })}\n`)
    },
  }
  const narratoria = await createNarratoria({ skillRoots: [], home, tools: [wait] })
  await (await narratoria.openSession('shore')).close()
  onTestFinished(async () => {
    released.resolve()
    await narratoria.close({ force: true })
    await rm(home, { recursive: true, force: true })
  })
  return { narratoria, started: started.promise, release: () => released.resolve(), ends }
}

const play = { name: 'play_turn', arguments: { story: 'shore', prompt: 'I wait' } }

function post(method: string, params: object): Request {
  return new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
}

/** Whether a promise is still pending after 50 ms. */
const isPending = (promise: Promise<unknown>) => Promise.race([promise.then(() => false), delay(50).then(() => true)])

describe('a handler of HTTP requests', () => {
  it('that is closed answers the call that runs, and refuses others', async () => {
    const { narratoria, started, release, ends } = await openWaiting()
    await using handler = createStoryHttpHandler({ narratoria })
    const calling = handler.fetch(post('tools/call', play)).then((response) => response.text())
    await started
    const closing = handler.close()
    expect(await isPending(closing)).toBe(true)
    expect((await handler.fetch(post('tools/list', {}))).status).toBe(503)
    release()
    expect(await calling).toContain('stored')
    await closing
    expect(ends).toEqual(['released'])
  })

  it('that is closed with `force` cancels the call that runs', async () => {
    const { narratoria, started, ends } = await openWaiting()
    const handler = createStoryHttpHandler({ narratoria })
    const calling = handler.fetch(post('tools/call', play)).then(
      (response) => response.text().catch(() => ''),
      () => '',
    )
    await started
    const closing = handler.close()
    await handler.close({ force: true })
    await closing
    await expect.poll(() => ends).toEqual(['cancelled'])
    expect(await calling).not.toContain('stored')
  })
})

describe.each(eras)('a server over streams for a %s', (era) => {
  it('that is closed answers the call that runs', async () => {
    const { narratoria, started, release } = await openWaiting()
    await using connection = await connectOverStreams({ narratoria }, era)
    const calling = connection.client.callTool(play)
    await started
    const closing = connection.server.close()
    expect(await isPending(closing)).toBe(true)
    release()
    expect(await calling).toMatchObject({ structuredContent: { status: 'stored' } })
    await closing
  })

  it('that is closed with `force` cancels the call that runs', async () => {
    const { narratoria, started, ends } = await openWaiting()
    await using connection = await connectOverStreams({ narratoria }, era)
    connection.client.callTool(play).catch(() => {})
    await started
    await connection.server.close({ force: true })
    await expect.poll(() => ends).toEqual(['cancelled'])
  })
})
