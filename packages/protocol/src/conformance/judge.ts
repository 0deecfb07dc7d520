import type { DoneEvent, ProtocolEvent } from '../event/events.ts'
import type { JsonObject } from '../json.ts'
import { mergePatches } from '../merge/merge-patch.ts'
import type { ReadOptions } from '../read/event-reader.ts'
import type { FileFact } from '../rules/asset-fault.ts'
import { findAttemptFailure, findEndFault } from '../rules/attempt-failure.ts'
import type { Problem, ProblemCode, WarningCode } from './problem.ts'
import { Reading } from './reading.ts'
import { splitLines } from './split-lines.ts'
import type { Transcript } from './transcript.ts'

/** Why an attempt failed. */
export type FailureCode = ProblemCode | 'tool_failed'

/** The outcome of one invocation for a host, and its problems for the author of the tool. */
export interface Verdict {
  /** Whether the attempt succeeded. */
  outcome: 'completed' | 'failed'
  /** Why it failed; absent for a success. */
  errorCode?: FailureCode
  /** The events that count: those before the first bad line, up to and including `done`. */
  events: ProtocolEvent[]
  /** The merged patches; empty if the attempt failed. */
  output: JsonObject
  /** The assetIds that a host registers; empty if the attempt failed. */
  assets: string[]
  /** The breaches of the protocol in order, at most 100. A reported failure (`ok: false`) is not a breach. */
  problems: Problem[]
  /** The number of further breaches; absent if `problems` has all of them. */
  unlisted?: number
  /** What hosts tolerate but tools should avoid, at most 100. */
  warnings: Problem<WarningCode>[]
}

/** Options of {@link judge}. */
export interface JudgeOptions extends ReadOptions {
  /** The most events of one attempt. Defaults to 250,000. */
  maxEvents?: number
  /** Inspects the file of an asset that the transcript's `files` do not name. Defaults to accepting every file. */
  lookAt?: (path: string) => FileFact | undefined
}

/**
 * Judges one invocation by its transcript. Hosts, the checker of tools and the conformance kit share these rules.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { judge } from '@narratoria/protocol/conformance'
 *
 * const stdout = new TextEncoder().encode('Loading…\n{"version":"0","type":"done","ok":true}\n')
 * const { outcome, errorCode, problems } = judge({ stdout, exitCode: 0 })
 * assert.deepEqual([outcome, errorCode, problems[0]?.line], ['failed', 'invalid_json', 1])
 * ```
 */
export function judge(transcript: Transcript, options: JudgeOptions = {}): Verdict {
  const reading = new Reading(options, transcript.files ?? {})
  for (const line of splitLines(transcript.stdout)) reading.read(line)
  const { done, events, problems, refusal, warnings } = reading
  const ended = { ...transcript, done }
  const end = transcript.timedOut ? lateEnd(done) : findEndFault(ended)
  // After a bad line the host stops reading, so a missing done is not a second problem.
  if (end && !(refusal && end.code === 'no_done')) problems.add(end.code, () => ({ message: end.message }))
  if (transcript.outstayed)
    warnings.add('outstayed', () => ({ message: 'The tool left a process running two seconds after done.' }))
  const errorCode = refusal ?? (transcript.timedOut ? 'timeout' : findAttemptFailure(ended)?.code)
  const failed = errorCode !== undefined
  return {
    outcome: failed ? 'failed' : 'completed',
    ...(failed && { errorCode }),
    events,
    output: failed ? {} : mergePatches({}, patchesOf(events)),
    assets: failed ? [] : [...reading.registered],
    problems: problems.listed,
    ...(problems.unlisted > 0 && { unlisted: problems.unlisted }),
    warnings: warnings.listed,
  }
}

function lateEnd(done: DoneEvent | undefined): { code: 'timeout'; message: string } {
  return {
    code: 'timeout',
    message: `The tool did not exit within the time limit${done ? ' after its done event' : ''}.`,
  }
}

function patchesOf(events: readonly ProtocolEvent[]): JsonObject[] {
  return events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
}
