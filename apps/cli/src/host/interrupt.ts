/** How long a command that is told twice to stop may take to end its processes. */
const lastGraceMs = 4_000

/** What Ctrl-C does while something runs. */
export interface Interrupt {
  signal: AbortSignal
  /** The same as Ctrl-C, for a terminal in raw mode. */
  interrupt: () => void
  release: () => void
}

/**
 * A signal that the first Ctrl-C, a closed terminal or a request to end aborts. The second one leaves: `close` ends
 * what still runs, and when that takes too long, the program ends all the same.
 */
export function abortOnInterrupt(close: () => Promise<void> = async () => {}): Interrupt {
  const controller = new AbortController()
  const interrupt = () => {
    if (!controller.signal.aborted) return controller.abort(new Error('Interrupted.'))
    const leave = () => process.exit(130)
    setTimeout(leave, lastGraceMs)
    close().then(leave, leave)
  }
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of signals) process.on(name, interrupt)
  return {
    signal: controller.signal,
    interrupt,
    release: () => {
      for (const name of signals) process.off(name, interrupt)
    },
  }
}
