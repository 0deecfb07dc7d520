import type { TurnEvent } from '@narratoria/protocol'

/** Where a host logs: the methods of `console`. */
export type Logger = Pick<Console, 'debug' | 'info' | 'warn' | 'error'>

/** The turn of an event. */
export interface ObservedTurn {
  sessionId: string
  turnId: string
}

/** Called with each event of each turn, in order, with secrets redacted. */
export type Trace = (event: TurnEvent, turn: ObservedTurn) => void

/** Returns a function that passes events to the logger and the trace of a host. Their exceptions become warnings of the process. */
export function turnObserver({ logger, trace }: { logger?: Logger; trace?: Trace }): Trace | undefined {
  if (!logger && !trace) return undefined
  return (event, turn) => {
    try {
      trace?.(event, turn)
      if (logger) log(logger, event, turn)
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : new Error(String(error)))
    }
  }
}

function log(logger: Logger, event: TurnEvent, { sessionId }: ObservedTurn): void {
  switch (event.type) {
    case 'turn_started':
      return logger.debug(`turn ${event.seq} of session ${sessionId} started`)
    case 'turn_finished':
      return logger.info(`turn ${event.result.seq} of session ${sessionId} ${event.result.status}`)
    case 'tool_event':
      if (event.event.type === 'log') logger[event.event.level](`${event.toolId}: ${event.event.message}`)
      return
    case 'tool_retry':
      return logger.warn(`${event.toolId} is retried: ${event.error}`)
    case 'replan':
    case 'warning':
      return logger.warn(event.message)
    default:
      return
  }
}
