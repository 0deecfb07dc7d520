import { Socket as Datagram } from 'node:dgram'
import { Socket } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { StubPlanner } from '../src/index.ts'
import { assertPlan, contractRequest } from '../src/testing/index.ts'

afterEach(() => vi.restoreAllMocks())

it('FR-007: planning opens no connection, whatever the prompt', async () => {
  const connect = vi.spyOn(Socket.prototype, 'connect')
  const send = vi.spyOn(Datagram.prototype, 'send')
  const ask = vi.spyOn(globalThis, 'fetch')
  const planner = new StubPlanner()
  for (const prompt of ['I light the torch and roll a d12', 'Open https://example.org', '']) {
    const request = contractRequest(prompt)
    assertPlan(await planner.plan(request), request)
  }
  expect([connect, send, ask].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0])
})
