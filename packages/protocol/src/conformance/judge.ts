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

/** Why a host counts an attempt as failed. */
export type FailureCode = ProblemCode | 'tool_failed'

/** What the protocol says of one invocation: to the host what it came to, to the tool's author what to mend. */
export interface Verdict {
  /** Whether a host counts the attempt as a success. */
  outcome: 'completed' | 'failed'
  /** Why it failed. */
  errorCode?: FailureCode
  /** The events that count: those before the first bad line, up to and including `done`. */
  events: ProtocolEvent[]
  /** The merged patches; empty when the attempt failed. */
  output: JsonObject
  /** The assetIds that a host registers; none when the attempt failed. */
  assets: string[]
  /** Every breach of the protocol, in order; at most 100. A reported failure is none. */
  problems: Problem[]
  /** How many breaches there are beyond those that `problems` lists; absent where it lists them all. */
  unlisted?: number
  /** What hosts tolerate; at most 100. */
  warnings: Problem<WarningCode>[]
}

/** Limits to judge by. */
export interface JudgeOptions extends ReadOptions {
  /** The most events of one attempt; 250,000 unless told. */
  maxEvents?: number
  /** Looks at the file of an asset that counts and that the transcript's `files` do not name; asked as it is read. */
  lookAt?: (path: string) => FileFact | undefined
}

/**
 * Judges one invocation by its transcript: the one reading of the protocol that hosts, the checker of tools and the
 * conformance kit share (001 §2–5, §8).
 */
export function judge(transcript: Transcript, options: JudgeOptions = {}): Verdict {
  const reading = new Reading(options, transcript.files ?? {})
  for (const line of splitLines(transcript.stdout)) reading.read(line)
  const { done, events, problems, refusal, warnings } = reading
  const ended = { ...transcript, done }
  const end = transcript.timedOut ? lateEnd(done) : findEndFault(ended)
  // A bad line explains a missing done: the host stopped reading there.
  if (end && !(refusal && end.code === 'no_done')) problems.tell(end.code, () => ({ message: end.message }))
  if (transcript.outstayed)
    warnings.tell('outstayed', () => ({ message: 'Something of the tool still ran two seconds later.' }))
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
  return { code: 'timeout', message: `The tool did not end in time${done ? ' after its done event' : ''}.` }
}

function patchesOf(events: readonly ProtocolEvent[]): JsonObject[] {
  return events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
}
