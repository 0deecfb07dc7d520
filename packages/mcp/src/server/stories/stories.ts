import { findStory } from '@narratoria/runtime/manage'
import { type Narratoria, type Session, type SessionRecord, RuntimeError } from '@narratoria/runtime'
import type { StoryServerOptions } from '../options.ts'

/** The stories of a host, found by what a client calls them. */
export class Stories {
  readonly #options: StoryServerOptions

  constructor(options: StoryServerOptions) {
    this.#options = options
  }

  get host(): Narratoria {
    const { narratoria } = this.#options
    return typeof narratoria === 'function' ? narratoria() : narratoria
  }

  get beginnings(): StoryServerOptions['beginnings'] {
    return this.#options.beginnings
  }

  /** Finds a story by its id, name or title. Defaults to the one played last. @throws {RuntimeError} `unknown_session`, `ambiguous_session` */
  async find(called: string | undefined): Promise<SessionRecord> {
    if (called !== undefined) return findStory(this.host.store, called)
    const [last] = await this.host.listSessions()
    if (last) return last
    throw new RuntimeError('unknown_session', 'There is no story yet; start one with the tool start_story.')
  }

  /**
   * Opens a story to change it, and closes it when `work` has ended, so that other hosts can play it between two calls.
   *
   * @throws {RuntimeError} `session_in_use` while another host has it open
   */
  async change<T>(called: string | undefined, work: (session: Session) => Promise<T>): Promise<T> {
    const { sessionId } = await this.find(called)
    return this.#workOn(await this.host.openSession(sessionId), work)
  }

  /** Creates a story. */
  async begin<T>(
    { name, title, ...wish }: { name?: string; title?: string; campaign?: string; premise?: string },
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    if (name !== undefined && (await this.host.store.findSession(name)))
      throw new RuntimeError('name_taken', `There is already a story named "${name}"; open it, or choose another name.`)
    const beginning = (await this.beginnings?.begin(wish)) ?? {}
    const story = { ...beginning, ...(title !== undefined && { title }) }
    return this.#workOn(await this.host.openSession(name, story), work)
  }

  async #workOn<T>(session: Session, work: (session: Session) => Promise<T>): Promise<T> {
    try {
      return await work(session)
    } finally {
      this.#options.onChanged?.(session.id)
      await session.close()
    }
  }

  report(error: unknown): void {
    this.#options.onError?.(error)
  }
}
