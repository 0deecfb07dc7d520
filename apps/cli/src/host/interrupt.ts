import { exitCodes } from '../exit-codes.ts'
import type { Io } from '../io.ts'

/** How long `close` may take after a second interrupt, in milliseconds. */
const closeTimeoutMs = 4_000

export const interruptSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Cancellation by Ctrl-C while a command works. */
export interface Interrupt {
  signal: AbortSignal
  /** Does what Ctrl-C does, for a terminal in raw mode. */
  interrupt: () => void
  /** Stops listening for signals. */
  release: () => void
}

/**
 * Aborts `signal` on the first Ctrl-C, closed terminal or request to terminate. On the second one, calls `close` and ends
 * the program when it is done, after 4 s at the latest.
 */
export function abortOnInterrupt(
  { signals, exit }: Pick<Io, 'signals' | 'exit'>,
  close: () => Promise<void> = async () => {},
): Interrupt {
  const controller = new AbortController()
  const interrupt = () => {
    if (!controller.signal.aborted) return controller.abort(new Error('Interrupted.'))
    const leave = () => exit(exitCodes.interrupted)
    setTimeout(leave, closeTimeoutMs)
    close().then(leave, leave)
  }
  for (const name of interruptSignals) signals.on(name, interrupt)
  return {
    signal: controller.signal,
    interrupt,
    release: () => {
      for (const name of interruptSignals) signals.off(name, interrupt)
    },
  }
}
