import { t } from '../language/text.ts'
import { applyTurnEvent, startTurnView } from '../../api/apply-turn-event.ts'
import type { SessionDetail } from '../../api/resources.ts'
import type { SessionMessage, TurnWireEvent } from '../../api/session-message.ts'
import type { ShareView } from '../../api/share-resources.ts'
import type { TurnView } from '../../api/turn-view.ts'
import { eventsAddress } from '../api/client.ts'

/** The page's model of the open session. */
export interface SessionModel {
  connection: 'connecting' | 'open' | 'lost'
  /** The reason why the session cannot be shown: it does not exist, or the page has no token (any longer). */
  refused?: { message: string; needsToken: boolean }
  session: SessionDetail | null
  /** The turn being played. */
  live: TurnView | null
  /** The turn that was played last while the page was open. */
  last: TurnView | null
  /** A turn that was not stored: stopped, failed, or lost with its server. Its prompt is given back. */
  interrupted: { prompt: string; message: string } | null
  /** Who plays together; `null` for one who plays alone. */
  share: ShareView | null
  /** Grows when the skills change. */
  skillsVersion: number
}

const initial: SessionModel = {
  connection: 'connecting',
  session: null,
  live: null,
  last: null,
  interrupted: null,
  share: null,
  skillsVersion: 0,
}

/** A stream without a message for this long is closed; the server pings every 15 seconds. */
const silenceMs = 40_000
const longestWaitMs = 800
/** A page that is hidden for this long closes its connection, because a browser allows six per server. */
const hiddenMs = 60_000

/**
 * Follows one session: reads its event stream, reconnects when it is interrupted, and keeps the model current.
 * Everything that arrives within one frame is shown at once.
 */
export class SessionConnection {
  readonly #id: string
  readonly #listeners = new Set<() => void>()
  #model = initial
  #source: EventSource | undefined
  #lastId = ''
  #queue: SessionMessage[] = []
  #flushing = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #hidden: ReturnType<typeof setTimeout> | undefined

  constructor(id: string) {
    this.#id = id
  }

  get model(): SessionModel {
    return this.#model
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  open(): void {
    document.addEventListener('visibilitychange', this.#onVisibility)
    this.#connect()
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility)
    this.#disconnect()
    clearTimeout(this.#hidden)
  }

  /** Tries to connect now instead of after the next wait. */
  reconnect(): void {
    clearTimeout(this.#retry)
    void this.#tryAgain()
  }

  /** Removes the message about the last turn. */
  dismissInterrupted(): void {
    this.#change({ interrupted: null })
  }

  #connect(): void {
    this.#disconnect()
    const source = new EventSource(eventsAddress(this.#id, this.#lastId))
    this.#source = source
    this.#watchSilence()
    // If nothing was missed, the next message may come much later.
    source.onopen = () => this.#model.connection === 'lost' && this.#change({ connection: 'open' })
    source.onmessage = (event: MessageEvent<string>) => {
      this.#failures = 0
      if (event.lastEventId) this.#lastId = event.lastEventId
      this.#receive(JSON.parse(event.data) as SessionMessage)
    }
    source.onerror = () => void this.#reconnect()
  }

  #disconnect(): void {
    this.#source?.close()
    this.#source = undefined
    clearTimeout(this.#retry)
    clearTimeout(this.#silence)
  }

  async #reconnect(): Promise<void> {
    this.#disconnect()
    this.#failures += 1
    if (this.#failures > 1 || this.#model.connection !== 'open') this.#change({ connection: 'lost' })
    const wait = Math.min(longestWaitMs, 250 * 2 ** (this.#failures - 1))
    this.#retry = setTimeout(() => void this.#tryAgain(), wait)
  }

  /** An EventSource does not report why it failed, so the session is requested to get the reason. */
  async #tryAgain(): Promise<void> {
    const answer = await fetch(`/api/sessions/${encodeURIComponent(this.#id)}`).catch(() => undefined)
    if (answer?.status === 404 || answer?.status === 401) {
      const refusal = (await answer.json().catch(() => undefined)) as { error?: { message?: string } } | undefined
      const message = refusal?.error?.message ?? t('This story cannot be opened.')
      this.#change({ connection: 'lost', refused: { message, needsToken: answer.status === 401 } })
      return
    }
    if (answer) this.#connect()
    else await this.#reconnect()
  }

  #watchSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => void this.#reconnect(), silenceMs)
  }

  #onVisibility = (): void => {
    clearTimeout(this.#hidden)
    if (document.hidden) this.#hidden = setTimeout(() => this.#disconnect(), hiddenMs)
    else if (!this.#source) this.#connect()
    if (!document.hidden) this.#flush()
  }

  #receive(message: SessionMessage): void {
    this.#queue.push(message)
    if (this.#flushing) return
    this.#flushing = true
    this.#watchSilence()
    // Hidden pages draw no frames.
    if (document.hidden) setTimeout(() => this.#flush(), 250)
    else requestAnimationFrame(() => this.#flush())
  }

  #flush(): void {
    this.#flushing = false
    if (this.#queue.length === 0) return
    const messages = this.#queue
    this.#queue = []
    let model: SessionModel = { ...this.#model, connection: 'open' }
    for (const message of messages) model = applyMessage(model, message)
    this.#model = model
    for (const listener of this.#listeners) listener()
  }

  #change(change: Partial<SessionModel>): void {
    this.#model = { ...this.#model, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** The model after one more message. */
export function applyMessage(model: SessionModel, message: SessionMessage): SessionModel {
  switch (message.type) {
    case 'snapshot':
      return applySnapshot(model, message)
    case 'session':
      return settle({ ...model, session: message.session })
    case 'turn':
      return applyEvent(model, message.event)
    case 'choices': {
      const { last } = model
      return last?.turnId === message.turnId ? { ...model, last: { ...last, choices: message.choices } } : model
    }
    case 'share':
      return { ...model, share: message.share.people.length > 1 ? message.share : null }
    case 'skills':
      return { ...model, skillsVersion: model.skillsVersion + 1 }
    case 'ping':
      return model
  }
}

function applyEvent(model: SessionModel, event: TurnWireEvent): SessionModel {
  if (event.type === 'turn_started') return { ...model, live: startTurnView(event), interrupted: null }
  return model.live ? { ...model, live: applyTurnEvent(model.live, event) } : model
}

function applySnapshot(
  before: SessionModel,
  { session, live, share }: Extract<SessionMessage, { type: 'snapshot' }>,
): SessionModel {
  const model = { ...before, share }
  if (live) return { ...model, session, live, interrupted: null }
  const settled = settle({ ...model, session })
  const { lostTurn } = session
  if (settled.interrupted || !lostTurn) return settled
  const message = t('The server ended while this turn was being played, so it was not stored.')
  return { ...settled, interrupted: { prompt: lostTurn.prompt, message } }
}

/** Decides the result of the live turn when the session reports that no turn is being played. */
function settle(model: SessionModel): SessionModel {
  const { live, session } = model
  if (!live) return model
  if (session?.head === live.turnId) return { ...model, live: null, last: live }
  const reasons = {
    cancelled: t('You stopped this turn; it is not part of the story.'),
    failed: live.error ?? t('The turn could not be played.'),
    // The turn ended while the page was disconnected, and it is not the head of the story.
    other: t('The connection was lost while this turn was being played, and it was not stored.'),
  }
  const message = live.phase === 'cancelled' || live.phase === 'failed' ? reasons[live.phase] : reasons.other
  return { ...model, live: null, interrupted: { prompt: live.prompt, message } }
}
