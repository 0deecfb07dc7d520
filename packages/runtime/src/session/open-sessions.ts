import { randomUUID } from 'node:crypto'
import { mergePatch } from '@narratoria/protocol'
import { findTooWide } from '@narratoria/protocol/rules'
import { RuntimeError } from '../errors.ts'
import { describeTooWide } from '../history/describe-too-wide.ts'
import type { NewSession, SessionRecord } from '../store/session-store.ts'
import type { NewWorld } from '../world/session-worlds.ts'
import { Session } from './session.ts'
import type { SessionParts } from './session-reader.ts'

/**
 * The properties of a session that is created. Title and opening default to those of its world. What `initialState` has under the key `world`,
 * such as what the player carries, is what the state of the world begins with.
 */
export type NewStory = Partial<Pick<NewSession, 'title' | 'opening' | 'initialState' | 'notes' | 'lorebooks'>> &
  NewWorld

/** The open sessions of a host. There is one {@link Session} for each session id, however often it was opened. */
export class OpenSessions {
  readonly #parts: Omit<SessionParts, 'lock' | 'onClose'>
  readonly #open = new Map<string, Promise<Session>>()

  constructor(parts: Omit<SessionParts, 'lock' | 'onClose'>) {
    this.#parts = parts
  }

  /** Opens a session by its id or name. Creates one if there is none. */
  async open(idOrName: string | undefined, story: NewStory): Promise<Session> {
    this.#parts.hostClosed.throwIfAborted()
    const record = await this.#findOrCreate(idOrName, story)
    const { sessionId } = record
    const open = this.#open.get(sessionId)
    // A session that was released in the meantime is opened again.
    if (open) return (await open).share() ?? this.open(sessionId, story)
    const session = this.#lock(record)
    this.#open.set(sessionId, session)
    session.catch(() => this.#open.delete(sessionId))
    return session
  }

  /** Cancels all turns, and waits at most `withinMs` until each is stored or abandoned. */
  async cancelTurns(withinMs: number): Promise<void> {
    if (this.#open.size === 0) return
    const ended = [...this.#open.values()].map(async (session) => (await session).cancel())
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)))
    await Promise.race([Promise.allSettled(ended), late])
    clearTimeout(timer)
  }

  // Reading a world takes as long as starting the processes that its first turn needs.
  #prewarm({ campaign, world }: NewStory): void {
    const { prewarm, skills, dispatch } = this.#parts
    if (!dispatch) prewarm(skills.snapshot(), { state: {}, hasWorld: campaign !== undefined || world !== undefined })
  }

  async #findOrCreate(idOrName: string | undefined, story: NewStory): Promise<SessionRecord> {
    const { store } = this.#parts
    const find = async () => (idOrName === undefined ? undefined : store.findSession(idOrName))
    const found = await find()
    if (found) return found
    const { campaign, world, openingNumber, ...given } = story
    const wide = findTooWide({}, [given.initialState ?? {}])
    if (wide !== undefined) throw new RuntimeError('state_too_wide', describeTooWide('initialState', wide))
    this.#prewarm(story)
    const start = await this.#parts.worlds?.begin({ campaign, world, openingNumber }, given.initialState?.world)
    try {
      return await store.createSession({
        ...start,
        ...given,
        initialState: mergePatch(given.initialState ?? {}, start?.initialState ?? {}),
        title: given.title ?? start?.title ?? idOrName ?? 'Untitled story',
        sessionId: randomUUID(),
        name: idOrName ?? null,
        createdAt: Date.now(),
      })
    } catch (error) {
      // Another host may have created it at the same time.
      const taken = RuntimeError.isInstance(error) && error.code === 'name_taken'
      const made = taken ? await find() : undefined
      if (!made) throw error
      return made
    }
  }

  async #lock(record: SessionRecord): Promise<Session> {
    const { store } = this.#parts
    const lock = store.lockPerTurn ? undefined : await store.lockSession(record.sessionId)
    const onClose = () => void this.#open.delete(record.sessionId)
    return new Session(record, { ...this.#parts, ...(lock && { lock }), onClose })
  }
}
