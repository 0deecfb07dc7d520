import { parseEvent, type ProtocolEvent } from '@narratoria/protocol'
import type { ProbeRun } from './run-probe.ts'

/** Whether a tool fails because of unknown fields: with them it reports a failure that it does not report without them. */
export function refusesUnknownFields(plain: ProbeRun, future: ProbeRun): boolean {
  if (plain.verdict.outcome === 'completed') return future.verdict.outcome === 'failed'
  const known = reportedFailures(plain)
  return [...reportedFailures(future)].some((failure) => !known.has(failure))
}

// Reads all lines, because the verdict has no events after the first invalid line.
function reportedFailures({ transcript }: ProbeRun): Set<string> {
  const lines = new TextDecoder().decode(transcript.stdout).split('\n')
  return new Set(lines.flatMap((line) => failureOf(tryParse(line)) ?? []))
}

function failureOf(event: ProtocolEvent | undefined): string | undefined {
  if (event?.type === 'error') return `error ${event.errorCode}`
  return event?.type === 'done' && !event.ok ? 'done' : undefined
}

function tryParse(line: string): ProtocolEvent | undefined {
  // Parsing each of a million invalid lines would be slow.
  if (!/"(?:done|error)"/.test(line)) return undefined
  try {
    return parseEvent(line)
  } catch {
    return undefined
  }
}
