import type { Choice } from '@narratoria/protocol'
import type { SessionDetail, SessionEntry } from '../../api/resources.ts'
import { WebError } from '../errors.ts'
import { findStory } from '@narratoria/runtime/manage'
import { type Narratoria, RuntimeError, type Session, type SessionRecord } from '@narratoria/runtime'
import type { SharedStories } from '../share/shared-stories.ts'
import type { ShareView } from '../../api/share-resources.ts'
import type { TurnReader } from '../turns/turn-reader.ts'
import { SessionChannel } from './session-channel.ts'
import { storeNotices } from './store-notices.ts'

/** A session that is idle for this long is closed, so that another host can play it. A returning client gets a snapshot. */
const idleMs = 60_000

/** The channels of the sessions that are in use. */
export class SessionChannels {
  readonly #host: () => Narratoria
  readonly #turns: TurnReader
  readonly #report: (error: unknown) => void
  readonly #channels = new Map<string, SessionChannel>()
  readonly #sessions = new Map<string, Promise<Session>>()
  #closing = false
  readonly #sweeper = setInterval(() => this.#sweep(), idleMs / 2).unref()
  readonly #shared: SharedStories | undefined

  constructor(
    host: () => Narratoria,
    turns: TurnReader,
    report: (error: unknown) => void,
    shared: SharedStories | undefined,
  ) {
    this.#shared = shared
    this.#host = host
    this.#turns = turns
    this.#report = report
  }

  /** Finds a session by id, name or whole title. @throws {WebError} `unknown_session` @throws {RuntimeError} `ambiguous_session` */
  async record(called: string): Promise<SessionRecord> {
    try {
      return await findStory(this.#host().store, called, { exact: true })
    } catch (error) {
      if (!RuntimeError.isInstance(error) || error.code !== 'unknown_session') throw error
    }
    throw new WebError('unknown_session', 'There is no such story. It may belong to another Narratoria.', {
      status: 404,
    })
  }

  /** The channel of a session that exists. @throws {WebError} `unknown_session` */
  async open(idOrName: string): Promise<SessionChannel> {
    const { sessionId } = await this.record(idOrName)
    const channel =
      this.#channels.get(sessionId) ??
      new SessionChannel(sessionId, {
        describe: () => this.describe(sessionId),
        translator: () => this.#turns.translator(sessionId),
        settled: () => this.#settled(sessionId),
        share: () => this.#shareOf(sessionId),
        report: (error) => this.#report(error),
      })
    this.#channels.set(sessionId, channel)
    await this.#followElsewhere(sessionId, channel)
    return channel
  }

  /** Shows a turn that another host plays as one of this one. */
  async #followElsewhere(sessionId: string, channel: SessionChannel): Promise<void> {
    if (channel.playing) return
    const stop = new AbortController()
    const turn = await this.#host().follow(sessionId, { signal: stop.signal })
    // It may have started here in the meantime.
    if (!turn || channel.playing) return
    const begin = (signal: AbortSignal) => {
      signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true })
      return turn
    }
    channel.play(begin).catch(() => {})
  }

  /** A turn began in a session, here or elsewhere. */
  turnStarted(sessionId: string): void {
    const channel = this.#channels.get(sessionId)
    if (channel && !channel.idle)
      this.#followElsewhere(sessionId, channel).catch((error: unknown) => this.#report(error))
  }

  /** Counts a person's page of a session, if it is shared, until the returned function is called. */
  arrive(sessionId: string, person: string): () => void {
    const table = this.#shared?.of(sessionId)
    if (!table) return () => {}
    const leave = table.arrive(person)
    const send = () => void this.sendShare(sessionId).catch((error: unknown) => this.#report(error))
    if (table.isShared) send()
    return () => {
      leave()
      if (table.isShared && !this.#closing) send()
    }
  }

  /** Sends to all listeners who plays a session, and whose turn it is. */
  async sendShare(sessionId: string): Promise<void> {
    const share = this.#shared?.of(sessionId).view()
    if (share) (await this.open(sessionId)).send({ type: 'share', share })
  }

  /** The people of a session; `null` without guests. */
  #shareOf(sessionId: string): ShareView | null {
    const table = this.#shared?.of(sessionId)
    return table?.isShared ? table.view() : null
  }

  async #settled(sessionId: string): Promise<{ turnId: string; choices: Choice[] } | undefined> {
    const session = await this.#sessions.get(sessionId)
    await session?.settled()
    const last = await session?.lastTurn()
    if (!last) return undefined
    this.#turns.forget(sessionId, last.turnId)
    return this.#host().skills.maskSecrets({ turnId: last.turnId, choices: last.choices })
  }

  /** The session itself, for playing it, by id, name or whole title. @throws as {@link record} and {@link session} */
  async find(called: string): Promise<Session> {
    return this.session((await this.record(called)).sessionId)
  }

  /**
   * The session with an id. It is opened once and shared by all requests.
   *
   * @throws {WebError} `server_closing`
   */
  async session(sessionId: string): Promise<Session> {
    if (this.#closing)
      throw new WebError('server_closing', 'The server is shutting down. Try again later.', { status: 503 })
    const known = this.#sessions.get(sessionId)
    if (known) return known
    const opening = this.#host().openSession(sessionId)
    this.#sessions.set(sessionId, opening)
    opening.catch(() => this.#sessions.delete(sessionId))
    return opening
  }

  /** Adds a session that the caller opened, unless it is open already. */
  async adopt(session: Session): Promise<void> {
    if (!this.#sessions.has(session.id)) this.#sessions.set(session.id, Promise.resolve(session))
    await this.open(session.id)
  }

  /** Closes a session, so that it can be put into the trash. @throws {WebError} `session_busy` while a turn is being played */
  async release(sessionId: string): Promise<void> {
    if (this.#channels.get(sessionId)?.playing)
      throw new WebError('session_busy', 'A turn is being played; stop it or wait for its end.', { status: 409 })
    await this.#closeSession(sessionId)
  }

  /** @throws {WebError} `unknown_session` */
  async describe(idOrName: string): Promise<SessionDetail> {
    const record = await this.record(idOrName)
    const { sessionId, updatedAt, opening, head, tip, revision } = record
    const ranges = await this.#host().store.lineSeqs(sessionId, head)
    const session = await this.#sessions.get(sessionId)?.catch(() => undefined)
    const lost = session?.lostTurn
    const openingChoices = head === null && session ? await session.choices() : []
    return {
      ...toSessionEntry(record),
      opening,
      openingChoices: [...openingChoices],
      head,
      lineLength: ranges.reduce((sum, [from, to]) => sum + to - from + 1, 0),
      revision,
      canUndo: head !== null,
      canRedo: tip !== head,
      // Not shown after a further turn was stored.
      lostTurn: lost && lost.startedAt > updatedAt ? this.#host().skills.maskSecrets(lost) : null,
      notices: await storeNotices(this.#host().store),
    }
  }

  /** Sends every open session to its listeners. */
  async sendSessions(): Promise<void> {
    for (const channel of this.#channels.values()) if (!channel.idle) await channel.sendSession()
  }

  /** Sends a session that was changed elsewhere to its listeners. */
  sendChanged(sessionId: string): void {
    const channel = this.#channels.get(sessionId)
    if (channel && !channel.idle) channel.sendSession().catch((error: unknown) => this.#report(error))
  }

  /** Whether a turn is being played in any session. */
  get playing(): boolean {
    return [...this.#channels.values()].some((channel) => channel.playing)
  }

  /** Waits until no turn is being played in any session, and the last message of each was sent. */
  async quiet(): Promise<void> {
    do await Promise.all([...this.#channels.values()].map((channel) => channel.turnOver()))
    while (this.playing)
  }

  sendSkillsChanged(): void {
    for (const channel of this.#channels.values()) if (!channel.idle) channel.send({ type: 'skills' })
  }

  /** Closes every open session and notifies all listeners, after the host was changed. */
  async reset(): Promise<void> {
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    // A session that is being played is released when its turn ends.
    for (const session of sessions) void (await session.catch(() => undefined))?.close()
    await this.sendSessions()
    this.sendSkillsChanged()
  }

  cancelTurns(): void {
    for (const channel of this.#channels.values()) if (channel.playing) channel.cancel('The server is closing.')
  }

  /** Refuses further turns, waits for those being played, and closes every session. */
  async close(): Promise<void> {
    this.#closing = true
    clearInterval(this.#sweeper)
    await this.quiet()
    for (const channel of this.#channels.values()) channel.flush()
    for (const id of this.#sessions.keys()) await this.#closeSession(id)
    this.#channels.clear()
  }

  #sweep(now = performance.now()): void {
    for (const [id, channel] of this.#channels) {
      if (!channel.idle || now - channel.usedAt < idleMs) continue
      this.#channels.delete(id)
      void this.#closeSession(id)
    }
  }

  async #closeSession(sessionId: string): Promise<void> {
    const opening = this.#sessions.get(sessionId)
    this.#sessions.delete(sessionId)
    const session = await opening?.catch(() => undefined)
    await session?.close()
  }
}

/** The fields of a session in a list. Others of the record are not sent. */
export function toSessionEntry(record: SessionRecord): SessionEntry {
  const { sessionId, name, title, tags, turns, createdAt, updatedAt } = record
  return { sessionId, name, title, tags, turns, createdAt, updatedAt }
}
