import PQueue from 'p-queue'

/** The right to run one attempt. */
export interface Place {
  release: () => void
}

/**
 * The places for attempts, as many as may run at once, shared by all executions of an executor. Whoever finds none free
 * gets one in turn.
 */
export class Places {
  readonly #queue: PQueue
  #offered: Place | undefined

  constructor(count: number) {
    this.#queue = new PQueue({ concurrency: count })
  }

  /** Takes a place: at once where one is free. */
  take(): Place | Promise<Place> {
    const offered = this.#offered
    if (offered) {
      this.#offered = undefined
      return offered
    }
    let place: Place | undefined
    const taken = new Promise<Place>((resolve) => {
      const hold = () => new Promise<void>((release) => resolve((place = { release })))
      void this.#queue.add(hold)
    })
    return place ?? taken
  }

  /** Gives `place` back after `work`. Where nobody else waits, the first attempt that `work` starts simply keeps it. */
  passOn(place: Place, work: () => void): void {
    if (this.#queue.size > 0) {
      place.release()
      return work()
    }
    this.#offered = place
    try {
      work()
    } finally {
      if (this.#offered) place.release()
      this.#offered = undefined
    }
  }
}
