/** Settles like the promise of `start`, but rejects with the reason of `signal` as soon as that is aborted. */
export async function untilAborted<T>(signal: AbortSignal, start: () => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([start(), promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
