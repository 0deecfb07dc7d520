import { HttpAgent } from '@ag-ui/client'
import { HttpAgent as EarlierHttpAgent } from '@ag-ui/client-0.0.59'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiClient } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

interface SeenEvent {
  type: string
  name?: string
  value?: JsonValue
  code?: string
  message?: string
  stepName?: string
}

interface ClientMessage {
  id: string
  role: string
  content?: unknown
  toolCalls?: { id: string; function: { name: string; arguments: string } }[]
  toolCallId?: string
}

/** What both versions of the client have. */
interface Client {
  threadId: string
  messages: ClientMessage[]
  state: JsonObject
  addMessage(message: { id: string; role: 'user'; content: string }): void
  runAgent(parameters: object, subscriber: object): Promise<unknown>
  abortRun(): void
}

const versions = { '1.0.0': HttpAgent, '0.0.59': EarlierHttpAgent }

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world.close())

/** A thread of a client. Each run returns its events; the client itself throws if they are not in order. */
function openClient(version: keyof typeof versions, threadId: string = crypto.randomUUID()) {
  const client = new versions[version]({ url: `${world.url}/agui`, threadId }) as unknown as Client
  async function run(forwardedProps: object = {}, onEvent?: (event: SeenEvent) => void): Promise<SeenEvent[]> {
    const events: SeenEvent[] = []
    const take = ({ event }: { event: SeenEvent }) => {
      events.push(event)
      onEvent?.(event)
    }
    await client.runAgent({ forwardedProps }, { onEvent: take })
    return events
  }
  return {
    client,
    run,
    say: (content: string, onEvent?: (event: SeenEvent) => void): Promise<SeenEvent[]> => {
      client.addMessage({ id: crypto.randomUUID(), role: 'user', content })
      return run({}, onEvent)
    },
    command: (command: string) => run({ narratoria: { command } }),
    /** The words of the player and of the narrator. */
    story: () =>
      client.messages
        .filter(({ role, toolCalls }) => role === 'user' || (role === 'assistant' && !toolCalls))
        .map(({ content }) => content),
    session: async () => {
      const { sessionId } = (await world.narratoria.store.findSession(threadId))!
      return sessionId
    },
  }
}

const opening = 'A new story begins. Say what you do, in your own words.'
const typesOf = (events: SeenEvent[]) => events.map(({ type }) => type)
const customOf = (events: SeenEvent[], name: string) =>
  events.filter((event) => event.name === `narratoria.${name}`).map(({ value }) => value)
const storedState = async (sessionId: string) => {
  const { head } = (await world.narratoria.store.findSession(sessionId))!
  return world.narratoria.store.stateAt(sessionId, head)
}

describe.each(Object.keys(versions) as (keyof typeof versions)[])('@ag-ui/client %s', (version) => {
  test('plays ten turns; its messages and its state are those of the session', async () => {
    const { client, say, story, session } = openClient(version)
    const prompts = [
      'light the torch',
      'drop the torch',
      'sing a song',
      'try twice',
      'fail permanently',
      'show everything',
      'one',
      'two',
      'three',
      'four',
    ]
    for (const prompt of prompts) await say(prompt)
    const sessionId = await session()
    const turns = await apiClient(world.url).turns(sessionId)
    expect(turns.map(({ prompt }) => prompt)).toEqual(prompts)
    expect(story()).toEqual([opening, ...turns.flatMap(({ prompt, narrative }) => [prompt, narrative])])
    expect(client.state).toEqual(await storedState(sessionId))
    expect(client.state).toMatchObject({ said: 'four', hands: 'empty', torch: { lit: false, left: 60 } })
    const called = client.messages.flatMap(({ toolCalls = [] }) => toolCalls)
    expect(called.map(({ function: { name } }) => name)).toEqual(Array(called.length).fill('actor/act'))
    expect(called.length).toBe(9)
    // Every call has its result.
    const results = client.messages.flatMap(({ toolCallId }) => toolCallId ?? [])
    expect(results).toEqual(called.map(({ id }) => id))
  })

  test('receives the events of a turn in their order', async () => {
    const { say } = openClient(version)
    const events = await say('light the torch')
    expect(typesOf(events)).toEqual([
      'RUN_STARTED',
      'MESSAGES_SNAPSHOT',
      'MESSAGES_SNAPSHOT',
      'STATE_SNAPSHOT',
      'CUSTOM',
      'STEP_STARTED',
      'STEP_FINISHED',
      'STEP_STARTED',
      'ACTIVITY_SNAPSHOT',
      'ACTIVITY_DELTA',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'CUSTOM',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'CUSTOM',
      'ACTIVITY_DELTA',
      'TOOL_CALL_RESULT',
      'STATE_DELTA',
      'TEXT_MESSAGE_END',
      'STEP_FINISHED',
      'RUN_FINISHED',
    ])
    const [asset] = customOf(events, 'asset') as { url: string }[]
    expect(await fetch(`${world.url}${asset!.url}`)).toMatchObject({ status: 200 })
    expect(events.flatMap(({ stepName = [] }) => stepName)).toEqual(['planning', 'planning', 'playing', 'playing'])
  })

  test('receives choices, and plays one by its number', async () => {
    const { say, story } = openClient(version)
    const events = await say('sing a song')
    expect(customOf(events, 'choices')).toEqual([
      [{ text: 'Go down' }, { text: 'Wait', hint: 'and listen', difficulty: 'easy' }],
    ])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { fallback: false } })
    await say('1')
    expect(story().at(-1)).toBe('You said: Go down')
  })

  test('a replan withdraws messages and state, and the plan that failed is marked', async () => {
    const { client, say, story } = openClient(version)
    await say('light the torch')
    const before = structuredClone(client.state)
    const events = await say('fail permanently')
    const replan = typesOf(events).lastIndexOf('MESSAGES_SNAPSHOT')
    expect(replan).toBeGreaterThan(0)
    expect(events[replan + 1]).toMatchObject({ type: 'STATE_SNAPSHOT', snapshot: before })
    expect(customOf(events, 'warning')).toEqual(
      expect.arrayContaining([expect.objectContaining({ code: 'tool_failure' })]),
    )
    expect(story().at(-2)).toBe('fail permanently')
    expect(client.messages.flatMap(({ role, content }) => (role === 'activity' ? [content] : []))).toContainEqual(
      expect.objectContaining({ withdrawn: true }),
    )
  })

  test('undoes and redoes by the words of the player and by `forwardedProps`', async () => {
    const { client, say, story, command, session } = openClient(version)
    await say('light the torch')
    await say('drop the torch')
    await say('/undo')
    expect(story()).toEqual([opening, 'light the torch', 'The torch catches.'])
    expect(client.state).toEqual({ torch: { lit: true, left: 60 }, room: { dark: false } })
    await command('redo')
    expect(story().at(-1)).toBe('It hisses out.')
    expect(client.state).toEqual(await storedState(await session()))
    await command('undo')
    await say('wave')
    expect(story().slice(-2)).toEqual(['wave', 'You said: wave'])
    expect(client.state).toEqual({ torch: { lit: true, left: 60 }, room: { dark: false }, said: 'wave' })
  })

  test('retries the last turn and continues the story', async () => {
    const { say, story, command, session } = openClient(version)
    await say('wave')
    await command('retry')
    expect(story()).toEqual([opening, 'wave', 'You said: wave'])
    await command('continue')
    expect(story()).toEqual([opening, 'wave', 'You said: wave', 'The story waits. What do you do?'])
    const { turns } = (await world.narratoria.store.findSession(await session()))!
    expect(turns).toBe(3)
  })

  test.each([
    ['TOOL_CALL_START', 'before it narrates'],
    ['TEXT_MESSAGE_CONTENT', 'while it narrates'],
  ])('cancels a turn by aborting the run at %s, %s; the next run removes what the turn had shown', async (cancelAt) => {
    const { client, say, story, session } = openClient(version)
    await say('wave')
    const sessionId = await session()
    const aborted = say('work for long', ({ type }) => {
      if (type === cancelAt) client.abortRun()
    })
    await aborted.catch(() => {})
    // The turn ends as soon as the server has noticed.
    await expect.poll(async () => (await say('wait')).at(-1)!.type).toBe('RUN_FINISHED')
    expect(story().filter((text) => text !== 'wait' && text !== 'You said: wait')).toEqual([
      opening,
      'wave',
      'You said: wave',
    ])
    const { turns } = (await world.narratoria.store.findSession(sessionId))!
    expect(turns).toBe(story().filter((text) => String(text).startsWith('You said')).length)
  })

  test('a turn that another client cancels ends with an error, and is withdrawn', async () => {
    const { say, story, session } = openClient(version)
    await say('wave')
    const sessionId = await session()
    const seen: SeenEvent[] = []
    await say('work for long', (event) => {
      seen.push(event)
      if (event.type === 'TEXT_MESSAGE_CONTENT')
        void apiClient(world.url).call('DELETE', `/sessions/${sessionId}/turns/current`)
    }).catch(() => {})
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'cancelled' })
    expect(story()).toEqual([opening, 'wave', 'You said: wave'])
  })

  test('a run without a message reads the session; a second client gets the whole story', async () => {
    const first = openClient(version)
    await first.say('wave')
    const second = openClient(version, first.client.threadId)
    await second.run()
    expect(second.story()).toEqual(first.story())
    await second.say('smile')
    // The first client learns of the turn with its next run.
    await first.say('nod')
    expect(first.story()).toEqual([...second.story(), 'nod', 'You said: nod'])
    expect(first.client.state).toEqual({ said: 'nod' })
  })

  test('a run while a turn is being played ends with an error', async () => {
    const { client, say } = openClient(version)
    let second: Promise<SeenEvent[]> | undefined
    const other = openClient(version, client.threadId)
    const seen: SeenEvent[] = []
    const first = say('work for a second', ({ type }) => {
      if (type === 'TOOL_CALL_START') second ??= other.say('wave', (event) => seen.push(event)).catch(() => [])
    })
    await first
    await second
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'session_busy' })
  })
})
