import { createHash } from 'node:crypto'

/** The most statements whose plans each connection keeps. */
const maxNames = 200

/** Names statements that are used again, so that the server plans each of them once for a connection. */
export class StatementNames {
  readonly #seen = new Map<string, string | undefined>()

  /** The name of a statement with parameters; undefined at its first use, and when there are too many. */
  nameOf(sql: string): string | undefined {
    const known = this.#seen.get(sql)
    if (known !== undefined) return known
    if (!this.#seen.has(sql)) {
      if (this.#seen.size < maxNames) this.#seen.set(sql, undefined)
      return undefined
    }
    const name = createHash('sha256').update(sql).digest('base64url').slice(0, 24)
    this.#seen.set(sql, name)
    return name
  }
}
