import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMcpServers } from '../../src/index.ts'
import { fixture, type McpWorld, openWorld } from './open-world.ts'
import { sample } from './sample-server.ts'

/** The events that the tool of the turn wrote. */
const written = (events: readonly TurnEvent[]) =>
  events.flatMap((event) => (event.type === 'tool_event' ? [event.event] : []))

describe('the tools of a server', () => {
  let world: McpWorld
  const env = { LANTERN: '${LIGHT:-lit}' }

  beforeAll(async () => {
    process.env.SECRET_OF_THE_HOST = 'x'
    const shared = (folder: string) => ({ sample: { ...sample(folder).sample, env } })
    world = await openWorld(shared, { environment: { SECRET_OF_THE_HOST: 'x' }, closeAt: afterAll })
    delete process.env.SECRET_OF_THE_HOST
  })

  it('are one skill with schemas, descriptions and hints, and a planner without a model finds them by their words', async () => {
    const { narratoria, servers, play, counted } = world
    const skill = narratoria.skills.get('mcp-sample')
    expect(skill).toMatchObject({ displayName: 'sample', description: 'Tools of Sample server', errorState: 'healthy' })
    expect(skill?.prompt).toBe('Ask about weather.')
    expect(skill?.scripts.find(({ name }) => name === 'get-forecast')).toMatchObject({
      path: 'tool:mcp-sample/get-forecast',
      description: 'Weather forecast. Gives the weather forecast of a town.',
      inputSchema: { properties: { town: { type: 'string' } }, required: ['town'] },
    })
    expect(servers.status()).toMatchObject([{ name: 'sample', skill: 'mcp-sample', state: 'ready' }])
    const { result } = await play('Give me the weather forecast of the town')
    expect(result.execution?.toolResults).toMatchObject([{ ok: true, returned: { sky: 'rain' } }])
    expect(result.narrative).toContain('Rain over')
    expect(counted('starts')).toBe(1)
  })

  it('are planned by the phrases and patterns of a trigger file', async () => {
    const triggers = { getForecast: [{ pattern: String.raw`clouds over (?<town>\w+)` }], learn: 'practise' }
    const { play } = await openWorld((folder) => ({ sample: { ...sample(folder).sample, triggers } }))
    const { result } = await play('I study the clouds over Pell')
    expect(result.narrative).toContain('Rain over Pell.')
    expect((await play('I practise')).result.narrative).toContain('Learned.')
  })

  it('return pictures, sounds and resources as assets, and links as text', async () => {
    const { play, use, narratoria } = world
    use('tool:mcp-sample/paint')
    const { result, events } = await play('I paint')
    const assets = events.flatMap((event) => (event.type === 'asset' ? [event.asset] : []))
    expect(assets.map(({ kind, mediaType }) => [kind, mediaType])).toEqual([
      ['image', 'image/png'],
      ['audio', 'audio/wav'],
      ['text', 'text/markdown'],
    ])
    expect(readFileSync(assets[2]!.path, 'utf8')).toBe('# Note')
    expect(result.execution?.toolResults[0]?.summary).toBe('A painted dot.\nmap <https://example.org/map>')
    expect(narratoria.skills.get('mcp-sample')?.errorState).toBe('healthy')
  })

  it('report progress, and a refusal is not a failure', async () => {
    const { play, use } = world
    use('tool:mcp-sample/climb')
    const { events } = await play('I climb')
    // Further ones that arrive within a moment are left out.
    const [first, ...further] = written(events).filter(({ type }) => type === 'ui_event')
    expect(first).toMatchObject({ event: 'progress', payload: { value: 1, max: 3, label: 'floor 1' } })
    for (const event of further) expect(event).toMatchObject({ event: 'progress', payload: { max: 3 } })
    use('tool:mcp-sample/enter', {}, 3)
    const { result } = await play('I enter')
    expect(result.execution?.toolResults).toMatchObject([{ ok: true, refused: true, retryCount: 0 }])
    expect(result.narrative).toContain('The museum is closed on Mondays.')
  })

  it('get a small environment and the variables of the entry', async () => {
    const { play, use } = world
    use('tool:mcp-sample/environment')
    const names = (await play('look')).result.execution?.toolResults[0]?.summary?.split(' ')
    expect(names).toContain('LANTERN')
    expect(names).not.toContain('SECRET_OF_THE_HOST')
  })

  it('that act outside the story are marked in the trace, and are repeated only if they are idempotent', async () => {
    const { play, use, counted, narratoria } = world
    use('tool:mcp-sample/ring', {}, 3)
    const rung = await play('I ring')
    expect(counted('rings')).toBe(1)
    expect(written(rung.events)).toContainEqual(
      expect.objectContaining({ type: 'log', fields: expect.objectContaining({ effects: 'outside', tool: 'ring' }) }),
    )
    expect(rung.result.attempts[0]?.result?.toolResults[0]).toMatchObject({
      ok: false,
      errorCode: 'tool_failed',
      error: expect.stringContaining('The rope broke.'),
    })
    expect(narratoria.skills.get('mcp-sample')?.errorState).not.toBe('permanentFailure')
    use('tool:mcp-sample/knock', {}, 2)
    await play('I knock')
    expect(counted('knocks')).toBeGreaterThanOrEqual(3)
    use('tool:mcp-sample/get-forecast', { town: 'Pell' })
    expect(JSON.stringify(written((await play('look up')).events))).not.toContain('outside')
  })

  it('that hang are ended by the limit and by the player, cancelled in the server, and never sent twice', async () => {
    const { play, use, counted } = await openWorld((folder) => ({ sample: { ...sample(folder).sample, timeout: 300 } }))
    use('tool:mcp-sample/sleep', {}, 3)
    const timedOut = await play('I sleep')
    expect(timedOut.result.attempts[0]?.result?.toolResults[0]).toMatchObject({ ok: false })
    expect(counted('sleeps')).toBe(1)
    await expect.poll(() => counted('awakenings')).toBe(1)
    const stop = new AbortController()
    const cancelled = play('I sleep again', stop.signal)
    await expect.poll(() => counted('sleeps')).toBe(2)
    stop.abort()
    expect((await cancelled).result.status).toBe('cancelled')
    await expect.poll(() => counted('awakenings')).toBe(2)
  })

  it('follow a server that changes its tools while it runs', async () => {
    const { play, use, narratoria } = world
    const changed = new Promise<unknown>((resolve) => narratoria.skills.once('changed', resolve))
    use('tool:mcp-sample/learn')
    await play('I learn')
    expect(await changed).toMatchObject({ changed: ['mcp-sample'] })
    use('tool:mcp-sample/juggle')
    expect((await play('I juggle')).result.execution?.toolResults).toMatchObject([{ ok: true }])
  })
})

describe('a server', () => {
  it('that dies fails its call, is started again after a wait, and harms no other server', async () => {
    const both = (folder: string) => ({
      ...sample(folder),
      older: { command: process.execPath, args: [fixture('sample-v1.mjs')] },
    })
    const { play, use, counted, problems, servers } = await openWorld(both)
    use('tool:mcp-sample/die', {}, 3)
    const { result } = await play('I die')
    expect(result.attempts[0]?.result?.toolResults[0]).toMatchObject({ ok: false })
    expect(counted('deaths')).toBe(1)
    use('tool:mcp-older/add', { a: 2, b: 3 })
    expect((await play('I add')).result.execution?.toolResults).toMatchObject([{ ok: true, returned: { sum: 5 } }])
    expect(problems).toContainEqual('sample: it ended. It wrote: a tile fell on the server')
    await expect.poll(() => servers.status().map(({ state }) => state)).toEqual(['ready', 'ready'])
    expect(counted('starts')).toBe(2)
    use('tool:mcp-sample/get-forecast', { town: 'Pell' })
    expect((await play('look up')).result.execution?.toolResults).toMatchObject([{ ok: true }])
  })

  it('that cannot start fails calls with the reason, and is ended with the host', async () => {
    await using servers = await openMcpServers({
      servers: {
        missing: { command: 'no-such-command-here' },
        unset: { command: 'node', env: { KEY: '${NARRATORIA_NOT_SET}' } },
        off: { command: 'no-such-command-here', disabled: true },
      },
    })
    expect(servers.status()).toMatchObject([
      { name: 'missing', state: 'waiting', problem: expect.stringContaining('it was not found') },
      { name: 'unset', state: 'waiting', problem: expect.stringContaining('NARRATORIA_NOT_SET is not set') },
    ])
  })

  it('is known from the cache before it has started, and its processes end with the host', async () => {
    const { folder, servers, counted } = await openWorld(sample, {})
    await servers.close()
    const cacheFolder = join(folder, 'cache')
    const first = await openMcpServers({ servers: sample(folder), cacheFolder, waitMs: 60_000 })
    await first.close()
    expect(existsSync(join(cacheFolder, 'sample.tools.json'))).toBe(true)
    const started = counted('starts')
    const second = await openMcpServers({ servers: sample(folder), cacheFolder, waitMs: 60_000 })
    expect(second.skills[0]?.tools.map(({ name }) => name)).toContain('get-forecast')
    expect(second.status()[0]?.state).toBe('starting')
    await second.close()
    expect(counted('starts')).toBeLessThanOrEqual(started + 1)
    const tools = ['ring']
    await using only = await openMcpServers({ servers: { sample: { ...sample(folder).sample, tools } }, cacheFolder })
    expect(only.status()[0]?.tools.map(({ original }) => original)).toEqual(['ring'])
  })

  it('with the skill of another one is refused', async () => {
    const entry = { command: 'no-such-command-here' }
    await expect(openMcpServers({ servers: { 'a.b': entry, a_b: entry } })).rejects.toMatchObject({
      code: 'name_taken',
    })
  })

  it('keeps its other tools when one is invalid, and says which was left out', async () => {
    const problems: string[] = []
    await using servers = await openMcpServers({
      servers: { partly: { command: process.execPath, args: [fixture('partly-invalid.mjs')] } },
      waitMs: 60_000,
      onProblem: (name, message) => problems.push(`${name}: ${message}`),
    })
    expect(servers.status()).toMatchObject([{ state: 'ready', tools: [{ name: 'sing' }, { name: 'sing-2' }] }])
    expect(problems).toEqual(['partly: a tool without a usable name was left out'])
  })
})

it('what must not be shown is known of variables, headers, and arguments and addresses with a key', async () => {
  const stdio = { command: './missing', args: ['--key=${API_KEY}', '${HOME}'], env: { LOGIN: 'Basic of-the-door' } }
  const http = { url: 'http://127.0.0.1:1/${API_TOKEN:-fallback-token}', headers: { 'x-auth': '${API_KEY}' } }
  const environment = { API_KEY: 'key-of-the-door', HOME: '/home/porter' }
  const open = await openMcpServers({ servers: { stdio, http }, environment, waitMs: 0 })
  await open.close()
  expect(new Set(open.secrets)).toEqual(
    new Set(['Basic of-the-door', 'of-the-door', 'key-of-the-door', 'fallback-token']),
  )
})
