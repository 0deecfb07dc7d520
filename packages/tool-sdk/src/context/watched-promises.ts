/** A promise that records whether `then` was called, as by `await`, `catch` and `Promise.all`. */
class WatchedPromise<T> extends Promise<T> {
  // Derived promises are ordinary ones.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  handled = false

  // oxlint-disable-next-line unicorn/no-thenable -- promises have a then method
  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.handled = true
    return super.then(onFulfilled, onRejected)
  }

  /** Resolves when it has settled either way. Does not count as handling it. */
  settled(): Promise<void> {
    const ignore = (): void => {}
    return super.then(ignore, ignore)
  }
}

/** Promises that callers may or may not await. A rejection that no caller handled is reported by {@link drained}. */
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

  /** Resolves when all have settled. Rejects with the first rejection that was not handled. */
  async drained(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending)
    const unhandled = this.#failed.find(({ promise }) => !promise.handled)
    if (unhandled) throw unhandled.error
  }
}
