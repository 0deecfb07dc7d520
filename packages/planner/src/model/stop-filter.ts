/** Ends streamed text before the first of some stop texts. */
export class StopFilter {
  readonly #stops: readonly string[]
  #held = ''
  #stopped = false

  constructor(stops: readonly string[]) {
    this.#stops = stops.filter((stop) => stop !== '')
  }

  get stopped(): boolean {
    return this.#stopped
  }

  /** Takes a piece and returns the text that is certain. The start of a possible stop text is held back. */
  push(text: string): string {
    if (this.#stopped) return ''
    const all = this.#held + text
    const ends = this.#stops.map((stop) => all.indexOf(stop)).filter((at) => at !== -1)
    this.#stopped = ends.length > 0
    const sure = this.#stopped ? Math.min(...ends) : all.length - this.#heldBack(all)
    this.#held = this.#stopped ? '' : all.slice(sure)
    return all.slice(0, sure)
  }

  /** Returns what is held back at the end. */
  end(): string {
    const rest = this.#held
    this.#held = ''
    return rest
  }

  /** Length of the longest end of the text that may be the start of a stop text. */
  #heldBack(text: string): number {
    const lengths = this.#stops.map((stop) => {
      for (let length = Math.min(stop.length - 1, text.length); length > 0; length -= 1)
        if (text.endsWith(stop.slice(0, length))) return length
      return 0
    })
    return Math.max(0, ...lengths)
  }
}
