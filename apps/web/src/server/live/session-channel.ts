import { randomUUID } from 'node:crypto'
import { applyTurnEvent, startTurnView } from '../../api/apply-turn-event.ts'
import {
  type Choice,
  type JsonObject,
  NarratoriaError,
  type RegisteredAsset,
  type TurnEvent,
} from '@narratoria/protocol'
import type { SessionDetail, TurnBegun } from '../../api/resources.ts'
import type { SessionMessage, TurnWireEvent } from '../../api/session-message.ts'
import type { ShareView } from '../../api/share-resources.ts'
import type { TurnView } from '../../api/turn-view.ts'
import { storeTroubles } from '../answer-error.ts'
import { WebError } from '../errors.ts'
import type { PlayedTurn } from '@narratoria/runtime'
import type { WireTranslator } from '../turns/wire-turn-event.ts'
import { MessageLog, toFrame } from './message-log.ts'

/** The data of a session that a channel needs. */
interface ChannelSource {
  describe(): Promise<SessionDetail>
  translator(): WireTranslator
  /** Resolves to the last turn's id and choices when nothing is added to it any more. */
  settled(): Promise<{ turnId: string; choices: Choice[] } | undefined>
  /** The people who play together; `null` for one who plays alone. */
  share(): ShareView | null
  /** Reports an unexpected error of a turn, which players do not see. */
  report(error: unknown): void
}

/** A change of the state, and the tool that made it. */
export interface StatePatch {
  toolId?: string
  patch: JsonObject
}

/** Receives the messages of a channel. */
export type Listener = (frames: string) => void

/** Plays the turns of one session, one at a time, and sends its messages to all listeners. */
export class SessionChannel {
  readonly sessionId: string
  /** The view of the turn being played. */
  live: TurnView | null = null
  /** Time of the last activity, by `performance.now()`. */
  usedAt = performance.now()
  /** The guest whose turn is being played. */
  playedBy: string | undefined
  readonly #source: ChannelSource
  readonly #log = new MessageLog(randomUUID().slice(0, 8))
  readonly #listeners = new Set<Listener>()
  /** Cancels the turn being played. */
  #turn: AbortController | undefined
  /** Settles when the last turn has ended and its last message was sent. */
  #turnOver = Promise.resolve()
  #pending: string[] = []
  #assets: RegisteredAsset[] = []
  #patches: StatePatch[] = []
  /** The turn before the one being played, if that is not the head. */
  #before: string | null | undefined
  #onEvent: ((event: TurnWireEvent) => void) | undefined
  /** Counts changes that make a description of the session outdated. */
  #changes = 0

  constructor(sessionId: string, source: ChannelSource) {
    this.sessionId = sessionId
    this.#source = source
  }

  get idle(): boolean {
    return this.#turn === undefined && this.#listeners.size === 0
  }

  get playing(): boolean {
    return this.#turn !== undefined
  }

  /**
   * Adds a listener. It first gets the messages after `lastId`, or a snapshot if they are no longer stored.
   * Returns a function that removes the listener.
   */
  async listen(listener: Listener, lastId: string | undefined): Promise<() => void> {
    let session: SessionDetail
    let changes: number
    // A turn that ends during the description would be in no message for the listener, so the description is repeated.
    do {
      changes = this.#changes
      session = await this.#source.describe()
    } while (changes !== this.#changes)
    this.flush()
    const missed = lastId === undefined ? undefined : this.#log.after(lastId)
    const snapshot: SessionMessage = { type: 'snapshot', session, live: this.live, share: this.#source.share() }
    listener(missed ? missed.join('') : toFrame(this.#log.lastId, snapshot))
    this.#listeners.add(listener)
    this.usedAt = performance.now()
    return () => {
      this.#listeners.delete(listener)
      this.usedAt = performance.now()
    }
  }

  /** The files of a turn; `undefined` if it is not being played. */
  liveAssets(turnId: string): readonly RegisteredAsset[] | undefined {
    return this.live?.turnId === turnId ? this.#assets : undefined
  }

  /** The changes of a turn so far, without those withdrawn by a new plan; `undefined` if it is not being played. */
  livePatches(turnId: string): readonly StatePatch[] | undefined {
    return this.live?.turnId === turnId ? this.#patches : undefined
  }

  /** The turn before the one being played; `undefined` if that is the head. */
  get liveBefore(): string | null | undefined {
    return this.#before
  }

  /** Sends a message to all listeners. Messages of one tick are sent together. */
  send(message: SessionMessage): void {
    if (message.type === 'session') this.#changes += 1
    this.#pending.push(this.#log.add(message))
    if (this.#pending.length === 1) setImmediate(() => this.flush())
  }

  /** Sends the current session to all listeners. */
  async sendSession(): Promise<SessionDetail> {
    const session = await this.#source.describe()
    this.send({ type: 'session', session })
    return session
  }

  /**
   * Plays a turn. Resolves when it has started. `before` is the turn that it follows; defaults to the head. `onEvent` receives each event
   * that is sent. `onPlayed` is called when the turn was stored.
   *
   * @throws what `begin` throws
   */
  play(
    begin: (signal: AbortSignal) => PlayedTurn,
    {
      before,
      onEvent,
      onPlayed,
      by,
    }: {
      before?: string | null | undefined
      onEvent?: (event: TurnWireEvent) => void
      onPlayed?: () => void
      by?: string
    } = {},
  ): Promise<TurnBegun> {
    const controller = new AbortController()
    const turn = begin(controller.signal)
    this.#before = before
    this.#onEvent = onEvent
    this.playedBy = by
    return new Promise((resolve, reject) => {
      this.#turn = controller
      this.#turnOver = this.#follow(turn, { onStarted: resolve, onPlayed }).catch(reject)
    })
  }

  /** Stops the turn being played. @throws {WebError} `nothing_to_cancel` */
  cancel(reason = 'Cancelled by the player.'): void {
    if (!this.#turn) throw new WebError('nothing_to_cancel', 'No turn is being played.', { status: 409 })
    this.#turn.abort(new Error(reason))
  }

  /** Waits until the turn being played has ended, if there is one, and its last message was sent. */
  turnOver(): Promise<void> {
    return this.#turnOver
  }

  async #follow(
    turn: PlayedTurn,
    { onStarted, onPlayed }: { onStarted: (turn: TurnBegun) => void; onPlayed: (() => void) | undefined },
  ): Promise<void> {
    const translator = this.#source.translator()
    let offered: { turnId: string; count: number } | undefined
    try {
      for await (const event of turn) {
        this.#take(event, translator.translate(event))
        if (event.type === 'turn_started') onStarted({ turnId: event.turnId, seq: event.seq })
      }
      const { turnId, choices, status } = await turn.result
      if (status === 'stored') {
        onPlayed?.()
        offered = { turnId, count: choices.length }
      }
    } catch (error) {
      await turn.result.catch(() => {})
      if (!this.live) throw error
      if (!NarratoriaError.isInstance(error)) this.#source.report(error)
      this.#show(translator.mask({ type: 'turn_failed', turnId: this.live.turnId, message: explain(error) }))
    } finally {
      this.#turn = undefined
      this.#before = undefined
      this.#onEvent = undefined
      this.live = null
      this.#changes += 1
      this.usedAt = performance.now()
    }
    const share = this.#source.share()
    if (share) this.send({ type: 'share', share })
    await this.sendSession()
    void this.#sendFurtherChoices(offered)
  }

  /** Sends what a model adds to the choices of the turn that ended, unless another one began. */
  async #sendFurtherChoices(offered: { turnId: string; count: number } | undefined): Promise<void> {
    const settled = offered && (await this.#source.settled().catch(() => undefined))
    if (settled?.turnId !== offered?.turnId || !settled || settled.choices.length <= offered!.count) return
    this.send({ type: 'choices', ...settled })
  }

  #take(event: TurnEvent, sent: TurnWireEvent | undefined): void {
    if (event.type === 'turn_started') this.#assets = []
    if (event.type === 'asset') this.#assets.push(event.asset)
    if (event.type === 'turn_started' || event.type === 'replan') this.#patches = []
    if (event.type === 'state') this.#patches.push(event)
    if (sent) this.#show(sent)
  }

  #show(event: TurnWireEvent): void {
    if (event.type === 'turn_started') this.live = startTurnView(event)
    else if (this.live) this.live = applyTurnEvent(this.live, event)
    this.send({ type: 'turn', event })
    this.#onEvent?.(event)
  }

  /** Sends the messages that wait for the end of the tick. */
  flush(): void {
    if (this.#pending.length === 0) return
    const frames = this.#pending.join('')
    this.#pending = []
    for (const listener of this.#listeners) listener(frames)
  }
}

/** The reason of a failed turn, for the player. Unexpected errors get a generic reason. */
function explain(error: unknown): string {
  return NarratoriaError.isInstance(error)
    ? `The turn could not be played: ${storeTroubles[error.code] ?? error.message}`
    : 'The turn could not be played: something went wrong in the server.'
}
