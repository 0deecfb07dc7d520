import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type AnyClient, connectOverStreams, eras } from './connect.ts'
import { serveStoriesOverStdio } from '../../src/index.ts'
import { openHost } from './open-host.ts'

interface TurnItem {
  number: number
  prompt: string
}

/** What the tests read of the data of any tool. */
interface Data {
  story: string
  number: number
  narrative: string
  nextOffset: number
  choices: { text: string }[]
  changes: { patch: object }[]
  turns: TurnItem[]
  value: object
  [other: string]: unknown
}

interface Answer {
  text: string
  data: Data
  isError: boolean
}

async function call(client: AnyClient, name: string, input: Record<string, unknown> = {}): Promise<Answer> {
  const result = (await client.callTool({ name, arguments: input })) as {
    content: { type: string; text: string }[]
    structuredContent?: Record<string, unknown>
    isError?: boolean
  }
  expect(result.content.map(({ type }) => type)).toEqual(['text'])
  return {
    text: result.content[0]!.text,
    data: (result.structuredContent ?? {}) as unknown as Data,
    isError: result.isError === true,
  }
}

describe.each(eras)('a story server for a %s', (era) => {
  it('plays a story from its premise to its export with tools alone', async () => {
    await using host = await openHost()
    await using connection = await connectOverStreams(host, era)
    const { client } = connection
    const started = await call(client, 'start_story', {
      premise: 'A lighthouse keeper hears a bell under the sea.',
      name: 'bell',
    })
    expect(started.data.choices.length).toBeGreaterThan(0)
    expect(started.text).toContain(started.data.narrative)
    expect(started.text).toContain(`1. ${started.data.choices[0]!.text}`)

    const played = await call(client, 'play_turn', { story: 'bell', prompt: 'look around' })
    expect(played.data).toMatchObject({ story: started.data.story, number: 1, status: 'stored', prompt: 'look around' })
    expect(played.text.startsWith(played.data.narrative)).toBe(true)
    const chosen = await call(client, 'choose', { choice: 1 })
    expect(chosen.data).toMatchObject({ number: 2, prompt: played.data.choices[0]!.text })

    expect((await call(client, 'undo')).data.last).toMatchObject({ number: 1 })
    expect((await call(client, 'redo')).data.last).toMatchObject({ number: 2 })
    expect((await call(client, 'branch', { turn: '1', label: 'other end' })).data.last).toMatchObject({ number: 1 })
    await call(client, 'play_turn', { prompt: 'wait' })
    const turns = await call(client, 'list_turns')
    expect(turns.data.turns.map(({ number }) => number)).toEqual([1, 3])
    expect(turns.data.branches).toMatchObject([{ number: 2, label: 'other end' }, { number: 3 }])

    const state = await call(client, 'read_state')
    expect(JSON.parse(state.text)).toEqual(state.data.value)
    const key = Object.keys(state.data.value)[0]!
    expect((await call(client, 'read_state', { path: key })).data).toMatchObject({ found: true })
    const changed = [...played.data.changes, ...chosen.data.changes]
    expect(changed.length).toBeGreaterThan(0)
    const why = await call(client, 'why', { path: Object.keys(changed[0]!.patch)[0]! })
    expect(why.data.cause).toMatchObject({ tool: expect.any(String), prompt: expect.any(String) })

    const found = await call(client, 'recall', { words: 'look around' })
    expect(found.data.turns).toMatchObject([{ number: 1 }])
    const markdown = await call(client, 'export_story', { format: 'markdown' })
    expect(markdown.text).toContain(played.data.narrative)
    const json = await call(client, 'export_story', { format: 'json', limit: 500_000 })
    expect(JSON.parse(json.text)).toHaveProperty('session')
    const piece = await call(client, 'export_story', { format: 'markdown', offset: 5, limit: 10 })
    expect(piece).toMatchObject({ text: markdown.text.slice(5, 15), data: { nextOffset: 15 } })
  })

  it('lists what it has: tools with their hints, resources, prompts, campaigns and skills', async () => {
    await using host = await openHost()
    await using connection = await connectOverStreams(host, era)
    const { client } = connection
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name).toSorted()).toEqual([
      'branch',
      'cancel_turn',
      'choose',
      'export_story',
      'list_campaigns',
      'list_skills',
      'list_stories',
      'list_turns',
      'open_story',
      'play_turn',
      'read_state',
      'recall',
      'redo',
      'retry_turn',
      'start_story',
      'undo',
      'why',
    ])
    for (const { annotations, description } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean), openWorldHint: false })
      expect(description).toBeTruthy()
    }
    expect((await call(client, 'list_campaigns')).data.campaigns).toContainEqual(
      expect.objectContaining({ name: 'door-without-a-handle' }),
    )
    expect((await call(client, 'list_skills')).data.skills).toContainEqual(
      expect.objectContaining({ name: 'act', health: 'healthy' }),
    )
    const { data } = await call(client, 'start_story', { campaign: 'door-without-a-handle', title: 'The door' })
    expect((await call(client, 'list_stories')).data.stories).toMatchObject([{ story: data.story, title: 'The door' }])
    expect((await call(client, 'open_story')).data.narrative).toBe(data.narrative)

    const uris = (await client.listResources()).resources.map(({ uri }) => uri)
    const base = `narratoria://stories/${data.story}`
    expect(uris.toSorted()).toEqual([`${base}/campaign`, `${base}/state`, `${base}/story.md`])
    const texts = await Promise.all(
      uris.map(async (uri) => (await client.readResource({ uri })).contents[0] as { text: string }),
    )
    expect(texts.every(({ text }) => text.length > 0)).toBe(true)
    const campaign = await client.readResource({ uri: `${base}/campaign` })
    expect(JSON.parse((campaign.contents[0] as { text: string }).text)).toMatchObject({
      title: 'The door',
      campaign: { name: 'door-without-a-handle' },
    })
    await expect(client.readResource({ uri: 'narratoria://stories/none/state' })).rejects.toThrow(
      'narratoria://stories/none/state',
    )

    expect((await client.listPrompts()).prompts.map(({ name }) => name).toSorted()).toEqual([
      'continue-story',
      'start-story',
    ])
    const prompt = await client.getPrompt({ name: 'continue-story', arguments: { story: 'The door' } })
    expect(JSON.stringify(prompt.messages)).toContain('The door')
  })

  it('reports progress, and a cancelled call stores no turn', async () => {
    await using host = await openHost()
    await using connection = await connectOverStreams(host, era)
    const { client } = connection
    const { data } = await call(client, 'start_story', { campaign: 'door-without-a-handle' })
    const seen: { progress: number; message?: string }[] = []
    await client.callTool(
      { name: 'play_turn', arguments: { prompt: 'look' } },
      { onprogress: (step) => seen.push(step) },
    )
    expect(seen[0]).toMatchObject({ progress: 1, message: 'Planning' })
    expect(seen.map(({ progress }) => progress)).toEqual(seen.map((_, at) => at + 1))

    const stop = new AbortController()
    const cancelled = client.callTool(
      { name: 'play_turn', arguments: { prompt: 'I examine the door' } },
      { signal: stop.signal, onprogress: () => stop.abort('the player left') },
    )
    await expect(cancelled).rejects.toThrow('the player left')
    await expect
      .poll(async () => (await call(client, 'play_turn', { prompt: 'look again' })).data.number)
      .toBeGreaterThan(2)
    const prompts = (await call(client, 'list_turns', { story: data.story })).data.turns.map(({ prompt }) => prompt)
    expect(prompts).toEqual(['look', 'look again'])
  })

  it('returns what a model can correct as an error result that says what to do', async () => {
    await using host = await openHost()
    await using connection = await connectOverStreams(host, era)
    const { client } = connection
    expect(await call(client, 'open_story')).toMatchObject({
      isError: true,
      text: expect.stringContaining('start_story'),
    })
    await call(client, 'start_story', { name: 'one' })
    expect(await call(client, 'start_story', { name: 'one' })).toMatchObject({
      isError: true,
      data: { error: { code: 'name_taken' } },
    })
    expect(await call(client, 'undo')).toMatchObject({ isError: true, data: { error: { code: 'nothing_to_undo' } } })
    expect(await call(client, 'choose', { choice: 9 })).toMatchObject({
      isError: true,
      text: expect.stringContaining('no choice 9'),
    })
    expect(await call(client, 'open_story', { story: 'two' })).toMatchObject({ isError: true })
    expect(await call(client, 'start_story', { campaign: 'a', premise: 'b' })).toMatchObject({ isError: true })
    const wrong = (await client
      .callTool({ name: 'undo', arguments: { steps: 'many' } })
      .catch((error: unknown) => error)) as {
      isError?: boolean
      message?: string
    }
    expect(wrong.isError ?? wrong.message).toBeTruthy()
  })
})

it('a story stays free for other hosts between two calls', async () => {
  await using host = await openHost()
  await using connection = await connectOverStreams(host, 'v1 client')
  await call(connection.client, 'start_story', { name: 'shared' })
  await call(connection.client, 'play_turn', { prompt: 'look' })
  const lock = await host.narratoria.store.lockSession((await host.narratoria.store.findSession('shared'))!.sessionId)
  expect(await call(connection.client, 'play_turn', { prompt: 'wait' })).toMatchObject({
    isError: true,
    data: { error: { code: 'session_in_use' } },
  })
  expect((await call(connection.client, 'open_story')).isError).toBe(false)
  await lock.release()
  expect((await call(connection.client, 'play_turn', { prompt: 'wait' })).isError).toBe(false)
})

it('a client that disconnects ends the connection', async () => {
  await using host = await openHost()
  const { client, closed } = await connectOverStreams(host, 'v2 client, 2025 era')
  await client.close()
  await closed
})

it('what controls a terminal is written as escape sequences of JSON', async () => {
  await using host = await openHost()
  const [input, output] = [new PassThrough(), new PassThrough()]
  await using _ = serveStoriesOverStdio(host, { input, output })
  const hostile = 'x\u009B31m\u009D\u202E'
  const clientInfo = { name: 'test', version: '1.0.0' }
  const send = (message: object) => input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } })
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/call', params: { name: hostile, arguments: {} } })
  let written = ''
  for await (const chunk of output) {
    written += String(chunk)
    if (written.includes('"id":2')) break
  }
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(written).not.toMatch(/[\u007F-\u009F\u202A-\u202E]/)
  expect(JSON.stringify(JSON.parse(written.trim().split('\n').at(-1)!))).toContain(hostile)
})
