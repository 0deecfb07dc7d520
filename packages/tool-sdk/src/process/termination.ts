import { ToolError } from '../tool-error.ts'

/** Milliseconds that a tool that uses its signal has to finish. */
const graceMs = 1_000

/** The abort signal of the process's invocation. */
export interface Termination {
  signal: () => AbortSignal
  isAborted: () => boolean
}

/**
 * Aborts the signal on SIGTERM and SIGINT. The handlers are installed when the tool first reads its signal: without them, the
 * system ends the process at once, even in a busy loop or a blocked read.
 *
 * @param giveUp called if the tool does not finish in time, before the process ends
 */
export function createTermination(giveUp: () => void): Termination {
  let controller: AbortController | undefined
  const end = (): void => {
    giveUp()
    process.exit(143)
  }
  const abort = (): void => {
    if (controller?.signal.aborted) return end()
    controller?.abort(new ToolError('terminated', 'The host asked the tool to end.'))
    setTimeout(end, graceMs).unref()
  }
  return {
    signal() {
      if (!controller) {
        controller = new AbortController()
        process.on('SIGTERM', abort)
        process.on('SIGINT', abort)
      }
      return controller.signal
    },
    isAborted: () => controller?.signal.aborted ?? false,
  }
}
