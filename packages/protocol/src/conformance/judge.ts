import { ProtocolError, type ProtocolErrorCode } from '../errors.ts'
import type { DoneEvent, ProtocolEvent } from '../event/events.ts'
import type { JsonObject } from '../json.ts'
import { mergePatches } from '../merge/merge-patch.ts'
import { EventReader, type ReadOptions } from '../read/event-reader.ts'
import { type FileFact, findAssetFault } from '../verdict/asset-fault.ts'
import { findAttemptFailure, findEndFault } from '../verdict/attempt-failure.ts'
import { warnOfEvent } from './judge-event.ts'
import { problem, type Problem, type ProblemCode, type WarningCode } from './problem.ts'
import { type RawLine, splitLines } from './split-lines.ts'
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
  /** What hosts tolerate; at most 100. */
  warnings: Problem<WarningCode>[]
}

/** Limits to judge by. */
export interface JudgeOptions extends ReadOptions {
  /** The most events of one attempt; 250,000 unless told. */
  maxEvents?: number
}

const mostProblems = 100
const defaultMaxEvents = 250_000

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
  if (end && !(refusal && end.code === 'no_done')) problems.push(problem(end.code, end.message))
  if (transcript.outstayed) warnings.push(problem('outstayed', 'Something of the tool still ran two seconds later.'))
  const errorCode = refusal ?? (transcript.timedOut ? 'timeout' : findAttemptFailure(ended)?.code)
  const failed = errorCode !== undefined
  return {
    outcome: failed ? 'failed' : 'completed',
    ...(failed && { errorCode }),
    events,
    output: failed ? {} : mergePatches({}, patchesOf(events)),
    assets: failed ? [] : [...reading.registered],
    problems: problems.slice(0, mostProblems),
    warnings: warnings.slice(0, mostProblems),
  }
}

function lateEnd(done: DoneEvent | undefined): { code: 'timeout'; message: string } {
  return { code: 'timeout', message: `The tool did not end in time${done ? ' after its done event' : ''}.` }
}

function patchesOf(events: readonly ProtocolEvent[]): JsonObject[] {
  return events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
}

/** The lines of one transcript, read on past the first bad one, so that one run shows every problem. */
class Reading {
  readonly events: ProtocolEvent[] = []
  readonly problems: Problem[] = []
  readonly warnings: Problem<WarningCode>[] = []
  readonly registered = new Set<string>()
  done: DoneEvent | undefined
  /** Why the host stopped reading before `done`. */
  refusal: ProtocolErrorCode | 'too_many_events' | undefined
  readonly #options: JudgeOptions
  readonly #files: Readonly<Record<string, FileFact>>
  readonly #assetIds = new Set<string>()
  readonly #told = new Set<WarningCode>()
  #errorLine: number | undefined

  constructor(options: JudgeOptions, files: Readonly<Record<string, FileFact>>) {
    this.#options = options
    this.#files = files
  }

  read(line: RawLine): void {
    this.#warnOfForm(line)
    let event: ProtocolEvent | undefined
    const reader = new EventReader((read) => (event = read), { ...this.#options, firstLine: line.number })
    try {
      reader.write(line.bytes)
      reader.end()
    } catch (error) {
      if (!ProtocolError.isInstance(error)) throw error
      if (!this.done) this.refusal ??= error.code
      const message = error.message.replace(/^line \d+: /, '')
      this.problems.push(problem(error.code, sentence(message), { line: line.number, excerpt: error.excerpt }))
    }
    if (event) this.#take(event, line.number)
  }

  #take(event: ProtocolEvent, line: number): void {
    if (this.done) {
      const code = event.type === 'done' ? 'second_done' : 'event_after_done'
      this.problems.push(problem(code, `A ${event.type} event came after done.`, { line }))
      return
    }
    if (!this.refusal && this.events.length === (this.#options.maxEvents ?? defaultMaxEvents)) {
      this.refusal = 'too_many_events'
      this.problems.push(problem('too_many_events', `There are more than ${this.events.length} events.`, { line }))
    }
    if (!this.refusal) this.events.push(event)
    this.warnings.push(...warnOfEvent(event, line))
    if (event.type === 'error') this.#errorLine ??= line
    if (event.type === 'asset') this.#takeAsset(event, line)
    if (event.type !== 'done') return
    this.done = event
    if (event.ok && this.#errorLine !== undefined) {
      const message = `An error event came on line ${this.#errorLine}, and done says that all went well.`
      this.warnings.push(problem('ok_after_error', message, { line }))
    }
  }

  #takeAsset(event: Extract<ProtocolEvent, { type: 'asset' }>, line: number): void {
    const { assetId, path } = event
    const fact = Object.hasOwn(this.#files, path) ? this.#files[path] : undefined
    const fault = findAssetFault(event, this.#assetIds, fact)
    this.#assetIds.add(assetId)
    if (fault) this.problems.push(problem(fault.code, fault.message, { line }))
    else if (!this.refusal) this.registered.add(assetId)
  }

  // Once each is enough: a tool that does it on one line does it on all.
  #warnOfForm({ number: line, bytes, ended }: RawLine): void {
    const warn = (code: WarningCode, message: string): void => {
      if (this.#told.has(code)) return
      this.#told.add(code)
      this.warnings.push(problem(code, message, { line }))
    }
    const marked = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    if (marked) warn('byte_order_mark', 'The output starts with a byte order mark.')
    if (bytes.at(-1) === 0x0d) warn('carriage_return', 'The line ends in a carriage return.')
    const content = marked ? bytes.subarray(3) : bytes
    if (content.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d))
      warn('blank_line', 'The line is blank.')
    if (!ended) warn('no_final_newline', 'The last line has no line feed.')
  }
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
