import { performance } from 'node:perf_hooks'

/** The executor's source of time. Tests inject their own. */
export interface Clock {
  /** Unix time in milliseconds. Never decreases. */
  now: () => number
  /**
   * Calls `callback` once after `delayMs`. Returns a function that cancels the timer. A `background` timer does not keep the
   * process alive.
   */
  after: (delayMs: number, callback: () => void, options?: { background?: boolean }) => () => void
  /** Lets timers and input of the host run. Without this method the executor works on. */
  pause?: () => Promise<void>
}

const { timeOrigin } = performance
const longestTimerMs = 2 ** 31 - 1

/** The system's time. Pending input is read before a timer's callback runs, even if the timer is late. */
export const systemClock = {
  now: () => toMicroseconds(timeOrigin + performance.now()),
  after(delayMs: number, callback: () => void, options: { background?: boolean } = {}) {
    let immediate: NodeJS.Immediate | undefined
    const timer = setTimeout(
      () => {
        immediate = setImmediate(callback)
      },
      // Rounded up, because setTimeout rounds down.
      Math.min(Math.ceil(Math.max(delayMs, 0)), longestTimerMs),
    )
    if (options.background) timer.unref()
    return () => {
      clearTimeout(timer)
      clearImmediate(immediate)
    }
  },
  pause: () => new Promise((resolve) => setImmediate(resolve)),
} satisfies Clock

/** The milliseconds between two times, rounded to microseconds. */
export function elapsedMs(from: number, to: number): number {
  return Math.max(0, toMicroseconds(to - from))
}

function toMicroseconds(ms: number): number {
  return Math.round(ms * 1000) / 1000
}
