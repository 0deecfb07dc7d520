import { ToolError } from '../tool-error.ts'

/** How long a tool that watches its signal has to finish once it is asked to end. */
const graceMs = 1_000

/** The signal of an invocation that ends with its process. */
export interface Termination {
  signal: () => AbortSignal
  isAborted: () => boolean
}

/**
 * Turns SIGTERM and SIGINT into an abort. The handlers are there only once a tool has asked for its signal: without
 * them the system ends the process at once, even in a busy loop or a blocked read, which no handler could.
 *
 * @param giveUp called when the tool has not finished in time, before the process ends
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
