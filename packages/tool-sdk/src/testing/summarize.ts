import { mergePatches, type ProtocolEvent } from '@narratoria/protocol'
import { patchesOf, type ToolOutcome } from '../tool-outcome.ts'

/** Returns the outcome of the events of one invocation. */
export function summarize(events: ProtocolEvent[]): ToolOutcome {
  const done = events.find((event) => event.type === 'done')
  return {
    events,
    ok: done?.ok,
    summary: done?.summary,
    returned: done?.ok ? done.result : undefined,
    refused: done?.ok === true && done.refused === true,
    output: mergePatches({}, patchesOf(events)),
    errors: events.filter((event) => event.type === 'error'),
  }
}
