import { describe, expect, it } from 'vitest'
import { openWorld } from './open-world.ts'
import { sample } from './sample-server.ts'

/** Calls a tool of the server directly, as the executor does. */
async function openCalls() {
  const { servers, counted } = await openWorld(sample)
  const call = async (name: string) => {
    const events: string[] = []
    const request = { version: '0', toolId: 'call', input: {}, idempotencyKey: name } as never
    const { signal } = new AbortController()
    await servers.skills[0]!.tools.find((tool) => tool.name === name)!.call(request, {
      write: (line: string) => void events.push(line),
      signal,
    } as never)
    return events.join('')
  }
  return { servers, counted, call }
}

describe('servers', () => {
  it('that are closed return the result of the call that runs first', async () => {
    const { servers, call } = await openCalls()
    const calling = call('climb')
    await servers.close()
    expect(await calling).toContain('You are on the roof.')
    expect(servers.status()).toMatchObject([{ state: 'closed' }])
  })

  it('that are closed with `force` fail the call that runs', async () => {
    const { servers, counted, call } = await openCalls()
    const calling = call('sleep')
    await expect.poll(() => counted('sleeps')).toBe(1)
    const closing = servers.close()
    await servers.close({ force: true })
    await closing
    expect(await calling).toMatch(/mcp_disconnected|mcp_failed/)
  })
})
