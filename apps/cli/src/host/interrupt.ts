/** A signal that the first Ctrl-C aborts; a second one leaves at once. */
export function abortOnInterrupt(): { signal: AbortSignal; interrupt: () => void; release: () => void } {
  const controller = new AbortController()
  const interrupt = () => {
    if (controller.signal.aborted) process.exit(130)
    controller.abort(new Error('Interrupted.'))
  }
  process.on('SIGINT', interrupt)
  process.on('SIGTERM', interrupt)
  return {
    signal: controller.signal,
    interrupt,
    release: () => {
      process.off('SIGINT', interrupt)
      process.off('SIGTERM', interrupt)
    },
  }
}
