import type { ErrorEvent, JsonObject, JsonValue, ProtocolEvent } from '@narratoria/protocol'

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

/** The patches of events, in order. */
export function patchesOf(events: readonly ProtocolEvent[]): JsonObject[] {
  return events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
}
