/** A promise that knows whether anybody has asked what became of it: `await`, `catch` and `Promise.all` call `then`. */
class WatchedPromise<T> extends Promise<T> {
  // What derives from it is an ordinary promise.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  handled = false

  // oxlint-disable-next-line unicorn/no-thenable -- a promise has it anyway
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.handled = true
    return super.then(onFulfilled, onRejected)
  }

  /** Settles with it, without a word of how, and without counting as somebody who asked. */
  settled(): Promise<void> {
    const ignore = (): void => {}
    return super.then(ignore, ignore)
  }
}

/**
 * Promises that were handed out and may be awaited or not. One that fails without anybody having asked for it is kept
 * until the end, which it then fails; with one that was awaited or caught, its owner did what they wanted.
 */
export class WatchedPromises<T> {
  readonly #pending = new Set<Promise<void>>()
  readonly #failed: { promise: WatchedPromise<T>; error: unknown }[] = []

  watch(work: Promise<T>): Promise<T> {
    const promise = new WatchedPromise<T>((resolve, reject) => {
      work.then(resolve, (error: unknown) => {
        this.#failed.push({ promise, error })
        reject(error)
      })
    })
    const settled = promise.settled()
    this.#pending.add(settled)
    void settled.then(() => this.#pending.delete(settled))
    return promise
  }

  /** Settles when all have; rejects with the first failure that nobody asked for. */
  async drained(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    const unasked = this.#failed.find(({ promise }) => !promise.handled)
    if (unasked) throw unasked.error
  }
}
