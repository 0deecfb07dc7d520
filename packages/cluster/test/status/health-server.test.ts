import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openHealthServer } from '../../src/index.ts'

/** A server whose readiness is known only when `answer` is called. */
async function openWaiting() {
  const { promise, resolve: answer } = Promise.withResolvers<boolean>()
  const asked = Promise.withResolvers<void>()
  const server = await openHealthServer(
    {
      isReady: () => {
        asked.resolve()
        return promise
      },
      metrics: async () => 'narratoria_members 1\n',
    },
    { port: 0 },
  )
  return { server, asked: asked.promise, answer, url: `http://127.0.0.1:${server.port}` }
}

test('health, readiness and metrics have addresses, and other methods are refused', async () => {
  const { server, answer, url } = await openWaiting()
  await using _closed = server
  answer(true)
  const get = async (path: string, method = 'GET') => {
    const response = await fetch(`${url}${path}`, { method })
    return [response.status, await response.text()]
  }
  expect(await get('/health')).toEqual([200, 'ok\n'])
  expect(await get('/ready')).toEqual([200, 'ready\n'])
  expect(await get('/metrics')).toEqual([200, 'narratoria_members 1\n'])
  expect(await get('/ready', 'POST')).toEqual([405, 'Only GET.\n'])
  expect((await get('/other'))[0]).toBe(404)
})

test('a server that is closed answers the request that it has', async () => {
  const { server, asked, answer, url } = await openWaiting()
  const asking = fetch(`${url}/ready`)
  await asked
  const closing = server.close()
  expect(await Promise.race([closing.then(() => 'closed'), delay(50).then(() => 'waits')])).toBe('waits')
  answer(true)
  expect((await asking).status).toBe(200)
  await closing
  await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed')
})

test('a server that is closed with `force` ends its connections', async () => {
  const { server, asked } = await openWaiting()
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write('GET /ready HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
  await asked
  const ended = once(socket, 'close')
  const closing = server.close()
  await server.close({ force: true })
  await closing
  await ended
})
