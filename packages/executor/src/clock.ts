import { performance } from 'node:perf_hooks'

/** Time as the executor sees it; tests inject their own. */
export interface Clock {
  /** Unix time in milliseconds; never goes back. */
  now: () => number
  /**
   * Calls `callback` once after `delayMs`, as `now` counts them; the answer cancels that. In the `background` it keeps no
   * host alive.
   */
  after: (delayMs: number, callback: () => void, options?: { background?: boolean }) => () => void
}

const { timeOrigin } = performance
const longestTimerMs = 2 ** 31 - 1

/** The system's time. What waits to be read is read before a time limit strikes, however late the host comes to it. */
export const systemClock: Clock = {
  // To the microsecond: more digits only lengthen a trace.
  now: () => toMicroseconds(timeOrigin + performance.now()),
  after(delayMs, callback, options = {}) {
    let immediate: NodeJS.Immediate | undefined
    const timer = setTimeout(
      () => {
        immediate = setImmediate(callback)
      },
      // Rounded up, since the system rounds down.
      Math.min(Math.ceil(Math.max(delayMs, 0)), longestTimerMs),
    )
    if (options.background) timer.unref()
    return () => {
      clearTimeout(timer)
      clearImmediate(immediate)
    }
  },
}

/** The milliseconds from one time to another, without the dust of floating point. */
export function elapsedMs(from: number, to: number): number {
  return Math.max(0, toMicroseconds(to - from))
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
