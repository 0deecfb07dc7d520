/** Limits of the stored messages: those of some ten turns. A reader that missed more gets a snapshot. */
const maxMessages = 1_000
const maxCharacters = 256 * 1024

/**
 * The newest messages of a stream, for readers that lost their connection. Ids are `<epoch>.<number>`; another epoch's
 * are unknown here, so that a client does not continue from the messages of another server.
 */
export class MessageLog {
  readonly #epoch: string
  #last = 0
  #frames: string[] = []
  #characters = 0

  constructor(epoch: string) {
    this.#epoch = epoch
  }

  /** The id of the newest message. */
  get lastId(): string {
    return `${this.#epoch}.${this.#last}`
  }

  /** Numbers and stores a message. */
  add(message: object): string {
    this.#last += 1
    const frame = toFrame(this.lastId, message)
    this.#frames.push(frame)
    this.#characters += frame.length
    if (this.#frames.length > maxMessages * 2 || this.#characters > maxCharacters * 2) this.#shorten()
    return frame
  }

  /** Every frame after `id`; `undefined` if they are no longer stored. */
  after(id: string): string[] | undefined {
    const [epoch, number] = id.split('.')
    if (epoch !== this.#epoch || !/^\d{1,15}$/.test(number ?? '')) return undefined
    const missed = this.#last - Number(number)
    if (missed < 0 || missed > this.#frames.length) return undefined
    return this.#frames.slice(this.#frames.length - missed)
  }

  /** Drops the oldest half at a time, which is cheap per message. */
  #shorten(): void {
    let start = Math.max(0, this.#frames.length - maxMessages)
    let characters = this.#frames.slice(start).reduce((sum, frame) => sum + frame.length, 0)
    for (; characters > maxCharacters && start < this.#frames.length; start++) characters -= this.#frames[start]!.length
    this.#frames = this.#frames.slice(start)
    this.#characters = characters
  }
}

/** One server-sent event. JSON has no raw line breaks, so one data line is always enough. */
export function toFrame(id: string, message: object): string {
  // Joined, because a concatenation keeps its parts as well.
  return ['id: ', id, '\ndata: ', JSON.stringify(message), '\n\n'].join('')
}
