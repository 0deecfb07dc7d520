import PQueue from 'p-queue'

/** The right to run one attempt. */
export interface Place {
  /** Gives it back: to whoever waits longest, else it stays at hand for the next. */
  release: () => void
}

/**
 * The places for attempts, as many as may run at once, shared by all executions of an executor. Whoever finds none free
 * gets one in turn.
 */
export class Places {
  readonly #queue: PQueue
  // Given back and wanted by nobody: still taken as the queue sees it, so that the next need not go through it.
  readonly #atHand: Place[] = []

  constructor(count: number) {
    this.#queue = new PQueue({ concurrency: count })
  }

  /** Takes a place: at once where one is free. */
  take(): Place | Promise<Place> {
    return this.#atHand.pop() ?? this.#enter()
  }

  #enter(): Place | Promise<Place> {
    let place: Place | undefined
    const entered = new Promise<Place>((resolve) => {
      const hold = () =>
        new Promise<void>((leave) => {
          const release = () => {
            if (this.#queue.size > 0) leave()
            else this.#atHand.push(held)
          }
          const held = { release }
          resolve((place = held))
        })
      void this.#queue.add(hold)
    })
    return place ?? entered
  }
}
