import { defaultHostName } from '../../api/default-host-name.ts'
import type { ShareMode, ShareRole, ShareView } from '../../api/share-resources.ts'
import { WebError } from '../errors.ts'

/** A person who was invited. The link's token is stored as a hash. */
export interface Guest {
  id: string
  name: string
  role: ShareRole
  tokenHash: string
}

/** How a story is shared, as it is stored. */
export interface StoredTable {
  mode: ShareMode
  hostName: string
  guests: Guest[]
}

/** The id of the person at the server. */
export const hostId = 'host'

/** The people of one story, whose turn it is, and what they vote for. */
export class Table {
  readonly stored: StoredTable
  readonly #here = new Map<string, number>()
  readonly #votes = new Map<string, string>()
  #turnOf = hostId

  constructor(stored: StoredTable = { mode: 'order', hostName: defaultHostName, guests: [] }) {
    this.stored = stored
  }

  get isShared(): boolean {
    return this.stored.guests.length > 0
  }

  view(): ShareView {
    const { mode, hostName, guests } = this.stored
    const people = [{ id: hostId, name: hostName, role: 'host' as const }, ...guests]
    return {
      mode,
      people: people.map(({ id, name, role }) => ({
        id,
        name,
        role,
        isHere: this.#here.has(id),
        hasVoted: this.#votes.has(id),
      })),
      turnOf: mode === 'order' && this.isShared ? this.#turnOf : null,
      votes: this.#count().map(({ prompt, count }) => ({ prompt, count })),
    }
  }

  nameOf(id: string): string {
    return id === hostId ? this.stored.hostName : (this.stored.guests.find((guest) => guest.id === id)?.name ?? '')
  }

  /** The name of the person whose words a stored prompt is. */
  speakerOf(prompt: string): string | undefined {
    const names = [this.stored.hostName, ...this.stored.guests.map(({ name }) => name)]
    return this.isShared ? names.find((name) => prompt.startsWith(`${name}: `)) : undefined
  }

  /** Counts a page of a person. Returns a function that is called when the page is left. */
  arrive(id: string): () => void {
    this.#here.set(id, (this.#here.get(id) ?? 0) + 1)
    return () => {
      const pages = (this.#here.get(id) ?? 1) - 1
      if (pages > 0) this.#here.set(id, pages)
      else this.#here.delete(id)
      // The turn of a person who has left passes on.
      if (this.#turnOf === id && pages <= 0) this.#turnOf = this.#after(id)
    }
  }

  /** @throws {WebError} `not_allowed`, `not_your_turn` if the person may not play now */
  checkTurn(id: string): void {
    if (!this.isShared) return
    this.#checkPlayer(id)
    if (this.stored.mode === 'vote')
      throw refused('not_your_turn', 'The players of this story vote on what happens next.', 409)
    if (this.stored.mode === 'order' && id !== this.#turnOf)
      throw refused('not_your_turn', `It is ${this.nameOf(this.#turnOf)}’s turn.`, 409)
  }

  /** Passes the turn on after a person played. */
  played(id: string): void {
    this.#votes.clear()
    this.#turnOf = this.#after(id)
  }

  /**
   * Stores a vote. Returns what is played if every player who is here has voted: the prompt with the most votes, the earliest of several.
   *
   * @throws {WebError} `not_allowed`
   */
  vote(id: string, prompt: string): Vote | undefined {
    this.#checkPlayer(id)
    if (this.stored.mode !== 'vote') throw refused('not_allowed', 'The players of this story do not vote.', 409)
    this.#votes.set(id, prompt.trim())
    const waited = this.#players().filter((player) => this.#here.has(player) && !this.#votes.has(player))
    return waited.length === 0 ? this.result() : undefined
  }

  /** What has the most votes so far, and who was first to want it. */
  result(): Vote | undefined {
    return this.#count()[0]
  }

  /** Removes a person. Returns whether there was one. */
  remove(id: string): boolean {
    const at = this.stored.guests.findIndex((guest) => guest.id === id)
    if (at < 0) return false
    const next = this.#after(id)
    this.stored.guests.splice(at, 1)
    this.#here.delete(id)
    this.#votes.delete(id)
    if (this.#turnOf === id) this.#turnOf = next
    return true
  }

  change({ mode, hostName }: Partial<Pick<StoredTable, 'mode' | 'hostName'>>): void {
    if (mode !== undefined && mode !== this.stored.mode) this.#votes.clear()
    if (mode !== undefined) this.stored.mode = mode
    if (hostName !== undefined) this.stored.hostName = hostName
  }

  #checkPlayer(id: string): void {
    if (!this.#players().includes(id))
      throw refused('not_allowed', 'You read along in this story. The host can invite you as a player.')
  }

  #players(): string[] {
    return [hostId, ...this.stored.guests.filter(({ role }) => role === 'player').map(({ id }) => id)]
  }

  /** The next player who is here; the host if none is. */
  #after(id: string): string {
    const players = this.#players()
    const at = players.indexOf(id)
    const others = [...players.slice(at + 1), ...players.slice(0, at + 1)]
    return others.find((player) => player !== id && this.#here.has(player)) ?? (this.#here.has(id) ? id : hostId)
  }

  #count(): (Vote & { count: number })[] {
    const counts = new Map<string, Vote & { count: number }>()
    for (const [by, prompt] of this.#votes) {
      const counted = counts.get(prompt)
      if (counted) counted.count += 1
      else counts.set(prompt, { by, prompt, count: 1 })
    }
    return [...counts.values()].toSorted((a, b) => b.count - a.count)
  }
}

/** What was voted for, and the person who wanted it first. */
export interface Vote {
  by: string
  prompt: string
}

function refused(code: 'not_allowed' | 'not_your_turn', message: string, status = 403): WebError {
  return new WebError(code, message, { status })
}
