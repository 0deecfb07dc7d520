import { parseEvent, type ProtocolEvent } from '@narratoria/protocol'
import type { ProbeRun } from './run-probe.ts'

/**
 * Tells whether a tool refuses fields that it does not know: it fails with them and completes without, or, where it
 * fails either way, reports a failure that it does not report without them (001 §6, §8).
 */
export function refusesUnknownFields(plain: ProbeRun, future: ProbeRun): boolean {
  if (plain.verdict.outcome === 'completed') return future.verdict.outcome === 'failed'
  const known = reportedFailures(plain)
  return [...reportedFailures(future)].some((failure) => !known.has(failure))
}

// Of all lines: the verdict has no events behind the first bad one.
function reportedFailures({ transcript }: ProbeRun): Set<string> {
  const lines = new TextDecoder().decode(transcript.stdout).split('\n')
  return new Set(lines.flatMap((line) => failureOf(tryParse(line)) ?? []))
}

function failureOf(event: ProtocolEvent | undefined): string | undefined {
  if (event?.type === 'error') return `error ${event.errorCode}`
  return event?.type === 'done' && !event.ok ? 'done' : undefined
}

function tryParse(line: string): ProtocolEvent | undefined {
  // An error for each of a million stray lines would take longer than the tool did.
  if (!/"(?:done|error)"/.test(line)) return undefined
  try {
    return parseEvent(line)
  } catch {
    return undefined
  }
}
