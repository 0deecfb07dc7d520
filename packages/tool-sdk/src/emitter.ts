// Not imported from the protocol package, whose index loads a validator.
const protocolVersion = '0'

/** An event without its version. */
export interface EventBody {
  type: 'log' | 'state_patch' | 'asset' | 'ui_event' | 'error' | 'done'
  [field: string]: unknown
}

/** Writes the events of one invocation, up to `done`. */
export interface Emitter {
  readonly finished: boolean
  emit(event: EventBody): void
  /** Ends the invocation with `done`. Later calls do nothing. */
  done(ok: boolean, end?: ToolEnd): void
}

/** Fields of `done` beside `ok`. */
export interface ToolEnd {
  summary?: string | undefined
  refused?: boolean
  result?: unknown
}

/** Creates the emitter of one invocation. `write` receives each line with its line feed. */
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
    done(ok, { summary, refused, result } = {}) {
      if (finished) return
      finished = true
      // JSON.stringify leaves out what is undefined.
      put({ type: 'done', ok, refused: refused === true || undefined, summary, result })
    },
  }
}
