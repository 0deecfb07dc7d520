// Not imported from the protocol package: its index would bring the schemas, and with them a validator.
const protocolVersion = '0'

/** An event before it has its envelope. */
export interface EventBody {
  type: 'log' | 'state_patch' | 'asset' | 'ui_event' | 'error' | 'done'
  [field: string]: unknown
}

/** Writes the events of one invocation; after `done` it writes nothing more. */
export interface Emitter {
  readonly finished: boolean
  emit(event: EventBody): void
  /** Ends the invocation with its one `done`; later calls do nothing. */
  done(ok: boolean, summary?: string): void
}

/** Creates the emitter of one invocation. `write` gets each line with its line feed. */
export function createEmitter(write: (line: string) => void): Emitter {
  let finished = false
  const put = ({ type, ...fields }: EventBody): void => {
    write(`${JSON.stringify({ version: protocolVersion, type, ...fields })}\n`)
  }
  return {
    get finished() {
      return finished
    },
    emit(event) {
      if (!finished) put(event)
    },
    done(ok, summary) {
      if (finished) return
      finished = true
      put({ type: 'done', ok, ...(summary !== undefined && { summary }) })
    },
  }
}
