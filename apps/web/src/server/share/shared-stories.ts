import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { NewPerson } from '../../api/share-resources.ts'
import { WebError } from '../errors.ts'
import { type Guest, type StoredTable, Table } from './table.ts'

/** The limit of people who are invited to one story. */
const maxGuests = 24

/** Who makes a request: a guest of one story. */
export interface Visitor {
  sessionId: string
  guestId: string
}

/** The stories that are shared, and who was invited to them. */
export class SharedStories {
  readonly #tables = new Map<string, Table>()
  readonly #byToken = new Map<string, Visitor>()
  readonly #file: string | undefined

  /** @param file Keeps invitations for the next start, readable by its owner only. Defaults to keeping none. */
  constructor(file?: string) {
    this.#file = file
    for (const [sessionId, stored] of Object.entries(read(file))) {
      this.#tables.set(sessionId, new Table(stored))
      for (const { id, tokenHash } of stored.guests) this.#byToken.set(tokenHash, { sessionId, guestId: id })
    }
  }

  of(sessionId: string): Table {
    const table = this.#tables.get(sessionId) ?? new Table()
    this.#tables.set(sessionId, table)
    return table
  }

  /** The guest with a token. */
  visitor(token: string | undefined): Visitor | undefined {
    return token === undefined ? undefined : this.#byToken.get(hashOf(token))
  }

  /** Invites a person. Returns the token of the link, which is not stored. @throws {WebError} `name_taken`, `invalid_request` */
  invite(sessionId: string, { name, role }: NewPerson): { guest: Guest; token: string } {
    const { stored } = this.of(sessionId)
    const wanted = name.trim()
    const taken = [stored.hostName, ...stored.guests.map((guest) => guest.name)]
    if (taken.some((each) => each.toLowerCase() === wanted.toLowerCase()))
      throw new WebError('name_taken', `There is already a person named "${wanted}" in this story.`, { status: 409 })
    if (stored.guests.length >= maxGuests)
      throw new WebError('invalid_request', `At most ${maxGuests} people can be invited to a story.`, { status: 422 })
    const token = randomBytes(24).toString('base64url')
    const guest: Guest = { id: randomUUID(), name: wanted, role, tokenHash: hashOf(token) }
    stored.guests.push(guest)
    this.#byToken.set(guest.tokenHash, { sessionId, guestId: guest.id })
    this.save()
    return { guest, token }
  }

  /** Removes a person, whose link is no longer valid. @throws {WebError} `unknown_person` */
  remove(sessionId: string, guestId: string): void {
    const found = this.of(sessionId).stored.guests.find(({ id }) => id === guestId)
    if (!found || !this.of(sessionId).remove(guestId))
      throw new WebError('unknown_person', 'There is no such person in this story.', { status: 404 })
    this.#byToken.delete(found.tokenHash)
    this.save()
  }

  /** Writes the invitations to the file. */
  save(): void {
    if (this.#file === undefined) return
    const shared = [...this.#tables].filter(([, table]) => table.isShared)
    const part = `${this.#file}.${randomUUID()}`
    mkdirSync(dirname(this.#file), { recursive: true, mode: 0o700 })
    const content = Object.fromEntries(shared.map(([sessionId, { stored }]) => [sessionId, stored]))
    writeFileSync(part, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
    renameSync(part, this.#file)
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/** A file that cannot be read counts as empty. */
function read(file: string | undefined): Record<string, StoredTable> {
  if (file === undefined) return {}
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as Record<string, StoredTable>
    return Object.fromEntries(Object.entries(value).filter(([, table]) => isTable(table)))
  } catch {
    return {}
  }
}

function isTable(value: unknown): value is StoredTable {
  const { mode, hostName, guests } = Object(value) as Partial<Record<keyof StoredTable, unknown>>
  if (typeof mode !== 'string' || !['free', 'order', 'vote'].includes(mode) || typeof hostName !== 'string')
    return false
  return (
    Array.isArray(guests) &&
    guests.every((guest) => ['id', 'name', 'role', 'tokenHash'].every((key) => typeof guest?.[key] === 'string'))
  )
}
