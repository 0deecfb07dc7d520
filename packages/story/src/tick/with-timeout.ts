import { StoryError } from '../errors.ts'

export interface WaitLimits {
  signal?: AbortSignal | undefined
  /** In milliseconds. Undefined means no limit. */
  timeoutMs: number | undefined
}

/**
 * Calls a planner or a writer. It stops waiting after the time limit or when the tick is cancelled, even if the callee ignores
 * its signal.
 *
 * @throws {StoryError} `timed_out`
 */
export async function withTimeout<T>(
  who: string,
  { signal, timeoutMs }: WaitLimits,
  call: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const deadline = new AbortController()
  const timeoutError = new StoryError('timed_out', `${who} gave no answer within ${timeoutMs} ms`)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => deadline.abort(timeoutError), timeoutMs)
  const both = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(both.reason)
  both.addEventListener('abort', onAbort, { once: true })
  const answer = async () => call({ signal: both })
  try {
    return await Promise.race([answer(), aborted.promise])
  } catch (error) {
    throw deadline.signal.aborted && !signal?.aborted ? timeoutError : error
  } finally {
    clearTimeout(timer)
    // Node keeps a combined signal that has listeners as long as its sources, and the listener keeps the whole request.
    both.removeEventListener('abort', onAbort)
  }
}
