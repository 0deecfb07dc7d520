import type { TurnItem, TurnPage } from '../../api/resources.ts'

const pageSize = 20
/** The delay after which a page that failed to load is requested again, in milliseconds. */
const retryMs = 2_000

/** Loads a part of the played line. */
export type LoadPage = (offset: number, limit: number) => Promise<TurnPage>

/** The loaded turns of the played line by index. Others are loaded when they become visible. */
export class TurnPages {
  readonly #load: LoadPage
  readonly #listeners = new Set<() => void>()
  readonly #loading = new Set<number>()
  readonly #retries = new Set<ReturnType<typeof setTimeout>>()
  #turns: ReadonlyMap<number, TurnItem> = new Map()
  #head: string | null = null
  #revision = 0
  #generation = 0

  constructor(load: LoadPage) {
    this.#load = load
  }

  get turns(): ReadonlyMap<number, TurnItem> {
    return this.#turns
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Changes the line: keeps the turns of both lines and loads the end of the new one. Another `revision` means that any turn may have
   * another text.
   */
  async follow(head: string | null, total: number, revision = 0): Promise<void> {
    const isRevised = revision !== this.#revision
    if (head === this.#head && total > 0 && !isRevised) return
    this.#head = head
    this.#revision = revision
    const generation = this.#begin()
    if (total === 0) return this.#replace(new Map())
    const page = await this.#load(Math.max(0, total - pageSize), pageSize).catch(() => undefined)
    if (generation !== this.#generation) return
    if (!page) {
      this.#head = null
      this.#revision = -1
      return this.#later(() => void this.follow(head, total, revision))
    }
    const kept = isRevised ? [] : [...this.#turns].filter(([index]) => index < page.offset)
    this.#replace(new Map(this.#meets(page) ? [...kept, ...placed(page)] : placed(page)))
  }

  /** Stops loading. */
  close(): void {
    this.#begin()
  }

  /** Loads the missing turns between two indexes. */
  look(from: number, to: number): void {
    for (let index = from; index <= to; index++) {
      if (this.#turns.has(index)) continue
      const offset = index - (index % pageSize)
      if (this.#loading.has(offset)) continue
      this.#loading.add(offset)
      void this.#fetch(offset)
    }
  }

  async #fetch(offset: number): Promise<void> {
    const generation = this.#generation
    const page = await this.#load(offset, pageSize).catch(() => undefined)
    if (generation !== this.#generation) return
    if (!page) return this.#later(() => void this.#fetch(offset))
    this.#loading.delete(offset)
    this.#replace(new Map([...this.#turns, ...placed(page)]))
  }

  /** Ignores the responses to earlier requests. */
  #begin(): number {
    this.#loading.clear()
    for (const retry of this.#retries) clearTimeout(retry)
    this.#retries.clear()
    return ++this.#generation
  }

  #later(load: () => void): void {
    const retry = setTimeout(() => {
      this.#retries.delete(retry)
      load()
    }, retryMs)
    this.#retries.add(retry)
  }

  /** Whether the loaded end of a line continues the turns loaded before. */
  #meets(page: TurnPage): boolean {
    const first = page.turns[0]
    const before = this.#turns.get(page.offset - 1)
    if (!first || !before) return this.#turns.get(page.offset)?.turnId === first?.turnId
    return before.turnId === first.parentId
  }

  #replace(turns: ReadonlyMap<number, TurnItem>): void {
    this.#turns = turns
    for (const listener of this.#listeners) listener()
  }
}

function placed(page: TurnPage): [number, TurnItem][] {
  return page.turns.map((turn, index) => [page.offset + index, turn])
}
