import PQueue from 'p-queue'

/** The right to run one attempt. */
export interface Slot {
  /** Returns the slot. It goes to the attempt that has waited longest. */
  release: () => void
}

/** The slots for attempts, shared by all executions of an executor. */
export class Slots {
  readonly #queue: PQueue
  // Slots that were released while nothing waited. The queue still counts them as taken, so that the next attempt can
  // skip the queue.
  readonly #free: Slot[] = []

  constructor(count: number) {
    this.#queue = new PQueue({ concurrency: count })
  }

  /** Takes a slot. Returns a promise if none is free. */
  take(): Slot | Promise<Slot> {
    return this.#free.pop() ?? this.#enter()
  }

  #enter(): Slot | Promise<Slot> {
    let taken: Slot | undefined
    const entered = new Promise<Slot>((resolve) => {
      const occupy = () =>
        new Promise<void>((leave) => {
          const slot: Slot = {
            release: () => {
              if (this.#queue.size > 0) leave()
              else this.#free.push(slot)
            },
          }
          resolve((taken = slot))
        })
      void this.#queue.add(occupy)
    })
    return taken ?? entered
  }
}
