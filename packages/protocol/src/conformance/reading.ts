import { lazyCheck } from '../check.ts'
import { ProtocolError, type ProtocolErrorCode } from '../errors.ts'
import { type DoneEvent, ProtocolEvent } from '../event/events.ts'
import { EventReader } from '../read/event-reader.ts'
import { defaultMaxLineBytes } from '../read/line-reader.ts'
import { findAssetFault } from '../rules/asset-fault.ts'
import { warnOfEvent } from './judge-event.ts'
import type { JudgeOptions } from './judge.ts'
import { type ProblemCode, type WarningCode, problem, type Problem } from './problem.ts'
import type { RawLine } from './split-lines.ts'
import type { Transcript } from './transcript.ts'

const defaultMaxEvents = 250_000

/** The size of the smallest event in bytes. */
const fewestBytes = '{"version":"0","type":"done","ok":true}'.length

const isEvent = lazyCheck(ProtocolEvent)

/** The line of an event. */
interface Origin {
  line: number
  excerpt: string
}

/**
 * Reads the lines of one transcript, including those after the first bad one, so that one run reports every problem. When the list of
 * problems is full, bad lines are only counted, because creating millions of errors is slow.
 */
export class Reading {
  readonly events: ProtocolEvent[] = []
  readonly problems = new ProblemList<ProblemCode>()
  readonly warnings = new ProblemList<WarningCode>()
  readonly registered = new Set<string>()
  done: DoneEvent | undefined
  /** Why a host stops reading before `done`. */
  refusal: ProtocolErrorCode | 'too_many_events' | undefined
  readonly #options: JudgeOptions
  readonly #files: NonNullable<Transcript['files']>
  readonly #assetIds = new Set<string>()
  readonly #formWarnings = new Set<WarningCode>()
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #reader: EventReader
  #read: { event: ProtocolEvent; text: string } | undefined
  #errorLine: number | undefined

  constructor(options: JudgeOptions, files: Transcript['files'] = {}) {
    this.#options = options
    this.#files = files
    this.#reader = this.#readFrom(1)
  }

  read(line: RawLine): void {
    const isBlank = this.#checkForm(line)
    // After done every line is a breach. After a bad line only a valid event can change the verdict.
    if (this.problems.full && this.done) {
      if (!isBlank) this.problems.unlisted += 1
    } else if (this.problems.full && this.refusal && !this.#mayBeEvent(line)) {
      if (!isBlank) this.problems.unlisted += 1
    } else this.#readInFull(line)
  }

  #readInFull(line: RawLine): void {
    try {
      this.#reader.write(line.whole)
      if (!line.ended) this.#reader.end()
    } catch (error) {
      if (!ProtocolError.isInstance(error)) throw error
      if (!this.done) this.refusal ??= error.code
      const message = sentence(syntaxFault(error) ?? error.message.replace(/^line \d+: /, ''))
      this.problems.add(error.code, () => ({ message, line: line.number, excerpt: error.excerpt }))
      // A reader cannot be used after an error.
      this.#reader = this.#readFrom(line.number + 1)
    }
    const read = this.#read
    this.#read = undefined
    if (read) this.#take(read.event, { line: line.number, excerpt: ProtocolError.excerptOf(read.text) })
  }

  #readFrom(firstLine: number): EventReader {
    return new EventReader((event, text) => (this.#read = { event, text }), { ...this.#options, firstLine })
  }

  // A fast check without the errors of the reader.
  #mayBeEvent({ bytes }: RawLine): boolean {
    if (bytes.length < fewestBytes || bytes.length > (this.#options.maxLineBytes ?? defaultMaxLineBytes) + 1)
      return false
    const first = bytes[0]
    if (first !== 0x7b && first !== 0x20 && first !== 0x09 && first !== 0x0d) return false
    try {
      return isEvent(JSON.parse(this.#decoder.decode(bytes)))
    } catch {
      return false
    }
  }

  #take(event: ProtocolEvent, origin: Origin): void {
    if (this.done) {
      const code = event.type === 'done' ? 'second_done' : 'event_after_done'
      this.problems.add(code, () => ({ message: `A ${event.type} event follows done.`, ...origin }))
      return
    }
    if (!this.refusal && this.events.length === (this.#options.maxEvents ?? defaultMaxEvents)) {
      this.refusal = 'too_many_events'
      const message = `There are more than ${this.events.length} events.`
      this.problems.add('too_many_events', () => ({ message, ...origin }))
    }
    if (!this.refusal) this.events.push(event)
    for (const { code, message } of warnOfEvent(event)) this.warnings.add(code, () => ({ message, ...origin }))
    if (event.type === 'error') this.#errorLine ??= origin.line
    if (event.type === 'asset') this.#takeAsset(event, origin)
    if (event.type !== 'done') return
    this.done = event
    if (event.ok && this.#errorLine !== undefined) {
      const message = `There is an error event on line ${this.#errorLine}, but done has "ok":true.`
      this.warnings.add('ok_after_error', () => ({ message, ...origin }))
    }
  }

  #takeAsset(event: Extract<ProtocolEvent, { type: 'asset' }>, origin: Origin): void {
    const { assetId, path } = event
    const known = Object.hasOwn(this.#files, path) ? this.#files[path] : undefined
    const fact = known ?? (this.refusal ? undefined : this.#options.lookAt?.(path))
    const fault = findAssetFault(event, this.#assetIds, fact)
    this.#assetIds.add(assetId)
    if (fault) this.problems.add(fault.code, () => ({ message: fault.message, ...origin }))
    else if (!this.refusal) this.registered.add(assetId)
  }

  // Each warning is added once: a tool that does it on one line does it on all. Returns whether the line is blank.
  #checkForm({ number: line, bytes, ended }: RawLine): boolean {
    const warn = (code: WarningCode, message: string): void => {
      if (this.#formWarnings.has(code)) return
      this.#formWarnings.add(code)
      this.warnings.add(code, () => ({ message, line }))
    }
    const marked = line === 1 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
    if (marked) warn('byte_order_mark', 'The output starts with a byte order mark.')
    if (bytes.at(-1) === 0x0d) warn('carriage_return', 'The line ends in a carriage return.')
    const isBlank = isBlankFrom(bytes, marked ? 3 : 0)
    if (isBlank) warn('blank_line', 'The line is blank.')
    if (!ended) warn('no_final_newline', 'The last line has no line feed.')
    return isBlank
  }
}

function isBlankFrom(bytes: Uint8Array, start: number): boolean {
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at]!
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) return false
  }
  return true
}

/** The position of a syntax error in a line that starts like an event. The excerpt may be too short to show it. */
function syntaxFault({ code, cause, excerpt }: ProtocolError): string | undefined {
  if (code !== 'invalid_json' || !(cause instanceof Error) || !excerpt.trimStart().startsWith('{')) return undefined
  return `not valid JSON: ${cause.message.replace(/ \(line \d+ column \d+\)$| is not valid JSON$/, '')}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

const mostListed = 100

interface Details {
  message: string
  line?: number
  excerpt?: string
}

/** The first 100 problems, and the number of further ones: a tool may write millions of bad lines. */
class ProblemList<Code extends ProblemCode | WarningCode> {
  readonly listed: Problem<Code>[] = []
  unlisted = 0

  get full(): boolean {
    return this.listed.length === mostListed
  }

  /** Adds a problem. `describe` is called only if the problem is listed. */
  add(code: Code, describe: () => Details): void {
    if (this.full) {
      this.unlisted += 1
      return
    }
    const { message, ...where } = describe()
    this.listed.push(problem(code, message, where))
  }
}
