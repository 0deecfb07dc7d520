import { type ErrorEvent, type JsonObject, type JsonValue, mergePatch, type ProtocolEvent } from '@narratoria/protocol'

/** The outcome of an invocation, from its events. */
export interface ToolOutcome {
  /** Every event, in order. */
  events: ProtocolEvent[]
  /** `ok` of the `done` event; undefined if there was none. */
  ok: boolean | undefined
  summary: string | undefined
  /** The return value of a tool that succeeded; undefined if there is none. */
  returned: JsonValue | undefined
  /** Whether the tool ended with a refusal. */
  refused: boolean
  /** The merged state patches. */
  output: JsonObject
  errors: ErrorEvent[]
}

/** Returns the outcome of the events of one invocation. */
export function summarize(events: ProtocolEvent[]): ToolOutcome {
  const done = events.find((event) => event.type === 'done')
  return {
    events,
    ok: done?.ok,
    summary: done?.summary,
    returned: done?.ok ? done.result : undefined,
    refused: done?.ok === true && done.refused === true,
    output: events.reduce<JsonObject>(
      (output, event) => (event.type === 'state_patch' ? mergePatch(output, event.patch) : output),
      {},
    ),
    errors: events.filter((event) => event.type === 'error'),
  }
}
