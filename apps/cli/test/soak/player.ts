import { type Answer, apiClient, openStream, type Received } from '../../../web/test/support/api-client.ts'
import type { ServedHost } from './served-host.ts'
import { words } from './skills.ts'

/** A turn that a player was reported is stored. */
export interface ReportedTurn {
  sessionId: string
  turnId: string
  prompt: string
  narrative: string
}

/** What players share. */
export interface Table {
  host: ServedHost
  random: () => number
  /** Every turn that was reported as stored, by id. */
  reported: Map<string, ReportedTurn>
  /** The number of times that the disk has become full or has got room again. It is odd while the disk is full. */
  disk: { changes: number }
  counts: Record<string, number>
}

/** A connection of its own for each request: one that is used again may have ended with the last host, or at this moment. */
const headers = { Connection: 'close' }

/**
 * How long an action may take before it counts as hanging. The slowest turn is planned six times, each plan runs a tool twice that resists its
 * end for 2.5 seconds, and a model stalls for a second each time: 40 seconds, if the host gets the processor.
 */
const actionLimitMs = 180_000

const prompts = ['I light the torch', 'I look around', 'I examine the door', 'I wait', 'I go north', 'Who is here?']

/** What a player does, and how often. */
const shares = { play: 0.66, cancel: 0.06, retry: 0.05, undo: 0.05, redo: 0.03, read: 0.08, visit: 0.07 }

type Action = keyof typeof shares

/** Someone who plays a story of their own through the HTTP API, and reads it. */
export class Player {
  readonly #table: Table
  readonly #sessionId: string
  /** What the last turn was asked and what its stream delivered, for the report of a failure. */
  #last: { asked: string; events: string[] } = { asked: '', events: [] }

  constructor(table: Table, sessionId: string) {
    this.#table = table
    this.#sessionId = sessionId
  }

  /** Does one thing. Throws if the host does not do its part, except for what the present fault explains. */
  async act(): Promise<void> {
    const { host, disk, counts } = this.#table
    const before = { kills: host.kills, disk: disk.changes }
    const action = this.#choose()
    counts[action] = (counts[action] ?? 0) + 1
    try {
      await this.#withinLimit(action, this.#actions[action]())
    } catch (error) {
      const [wasKilled, wasFull] = [host.kills > before.kills, (before.disk & 1) === 1 || disk.changes > before.disk]
      const isLost = /fetch failed|terminated|other side closed|stream has ended|aborted/i.test(String(error))
      if (wasKilled && isLost) return
      if (wasFull && /507|Free some space|disk is full/.test(String(error))) return
      throw error
    }
  }

  #choose(): Action {
    let left = this.#table.random()
    for (const [action, share] of Object.entries(shares)) {
      left -= share
      if (left < 0) return action as Action
    }
    return 'play'
  }

  readonly #actions: Record<Action, () => Promise<void>> = {
    play: () => this.#playTurn('/turns', { prompt: this.#prompt() }),
    cancel: () => this.#playTurn('/turns', { prompt: this.#prompt() }, this.#table.random() * 800),
    retry: async () => {
      const { turns } = (await this.#api.get<{ turns: { turnId: string }[] }>(this.#path('/turns'))).body
      const turn = turns.at(-1 - Math.floor(this.#table.random() * 3))
      if (turn) await this.#playTurn(`/turns/${turn.turnId}/retry`, undefined)
    },
    undo: () => this.#expect(this.#api.post(this.#path('/undo')), [200, 409]),
    redo: () => this.#expect(this.#api.post(this.#path('/redo')), [200, 409]),
    read: async () => {
      for (const path of ['', '/turns', '/state', '/assets', '/state/origin?path=/counted'])
        await this.#expect(this.#api.get(this.#path(path)), [200, 404])
    },
    /** A page that opens and disappears, without reading to the end. */
    visit: async () => {
      const stream = await openStream(this.#table.host.url, this.#sessionId, { headers })
      if (this.#table.random() < 0.5) await stream.next()
      await new Promise((resolve) => setTimeout(resolve, this.#table.random() * 1_000))
      stream.close()
    },
  }

  get #api() {
    return apiClient(this.#table.host.url, { headers })
  }

  #path(rest: string): string {
    return `/sessions/${this.#sessionId}${rest}`
  }

  #prompt(): string {
    const { random } = this.#table
    const list = random() < 0.5 ? prompts : random() < 0.6 ? words.slice(0, 2) : words.slice(2)
    return list[Math.floor(random() * list.length)]!
  }

  async #playTurn(path: string, body: object | undefined, cancelAfterMs?: number): Promise<void> {
    const stream = await openStream(this.#table.host.url, this.#sessionId, { headers })
    const last = (this.#last = { asked: `${path} ${JSON.stringify(body)}`, events: [] as string[] })
    try {
      await stream.next()
      await this.#expect(this.#api.post(this.#path(path), body), [202])
      if (cancelAfterMs !== undefined) {
        await new Promise((resolve) => setTimeout(resolve, cancelAfterMs))
        await this.#expect(this.#api.call('DELETE', this.#path('/turns/current')), [204, 409])
      }
      this.#note(
        await stream.until((message) => {
          last.events.push(message.type === 'turn' ? message.event.type : message.type)
          return message.type === 'turn' && message.event.type.startsWith('turn_f')
        }),
      )
    } finally {
      stream.close()
    }
  }

  #note(messages: Received[]): void {
    const events = messages.flatMap((message) => (message.type === 'turn' ? [message.event] : []))
    const [first, last] = [events.find((event) => event.type === 'turn_started'), events.at(-1)]
    if (last?.type === 'turn_failed') throw new Error(`a turn failed: ${last.message}`)
    if (last?.type !== 'turn_finished' || first?.type !== 'turn_started') throw new Error('a turn has no begin or end')
    const { turnId, narrative, status } = last
    const { counts, reported } = this.#table
    counts[status] = (counts[status] ?? 0) + 1
    if (status === 'stored')
      reported.set(turnId, { sessionId: this.#sessionId, turnId, prompt: first.prompt, narrative })
  }

  async #withinLimit(action: Action, work: Promise<void>): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        const { asked, events } = this.#last
        reject(
          new Error(`"${action}" has not ended after ${actionLimitMs} ms; last turn: ${asked}, ${events.join(' ')}`),
        )
      }, actionLimitMs)
    })
    try {
      await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }

  async #expect(answer: Promise<Answer<unknown>>, statuses: number[]): Promise<void> {
    const { status, body } = await answer
    if (!statuses.includes(status)) throw new Error(`the host answered ${status}: ${JSON.stringify(body)}`)
  }
}
