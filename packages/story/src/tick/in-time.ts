import { StoryError } from '../errors.ts'

/** How long somebody is waited for. */
export interface WaitLimits {
  signal?: AbortSignal | undefined
  /** Nothing where whoever is asked keeps limits of their own. */
  timeoutMs: number | undefined
}

/**
 * Asks a planner or a writer, and stops waiting when the time is over or the tick is cancelled, whether or not they heed
 * the signal that they get.
 *
 * @throws {StoryError} `timed_out`
 */
export async function inTime<T>(
  who: string,
  { signal, timeoutMs }: WaitLimits,
  ask: (options: { signal: AbortSignal }) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted()
  const deadline = new AbortController()
  const late = new StoryError('timed_out', `${who} gave no answer within ${timeoutMs} ms`)
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => deadline.abort(late), timeoutMs)
  const both = signal ? AbortSignal.any([signal, deadline.signal]) : deadline.signal
  const aborted = Promise.withResolvers<never>()
  both.addEventListener('abort', () => aborted.reject(both.reason), { once: true })
  const answer = async () => ask({ signal: both })
  try {
    return await Promise.race([answer(), aborted.promise])
  } catch (error) {
    throw deadline.signal.aborted && !signal?.aborted ? late : error
  } finally {
    clearTimeout(timer)
  }
}
