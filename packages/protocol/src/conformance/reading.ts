import { lazyCheck } from '../check.ts'
import { ProtocolError, type ProtocolErrorCode } from '../errors.ts'
import { type DoneEvent, ProtocolEvent } from '../event/events.ts'
import { EventReader } from '../read/event-reader.ts'
import { defaultMaxLineBytes } from '../read/line-reader.ts'
import { findAssetFault } from '../rules/asset-fault.ts'
import { warnOfEvent } from './judge-event.ts'
import type { JudgeOptions } from './judge.ts'
import type { ProblemCode, WarningCode } from './problem.ts'
import { ProblemList } from './problem-list.ts'
import type { RawLine } from './split-lines.ts'
import type { Transcript } from './transcript.ts'

const defaultMaxEvents = 250_000

/** No line with fewer bytes is an event. */
const fewestBytes = '{"version":"0","type":"done","ok":true}'.length

const isEvent = lazyCheck(ProtocolEvent)

/** Where an event was read. */
interface Place {
  line: number
  excerpt: string
}

/**
 * The lines of one transcript, read on past the first bad one, so that one run shows every problem. Once the list of
 * problems is full, bad lines are only counted: an error for each of millions would take longer than the tool did.
 */
export class Reading {
  readonly events: ProtocolEvent[] = []
  readonly problems = new ProblemList<ProblemCode>()
  readonly warnings = new ProblemList<WarningCode>()
  readonly registered = new Set<string>()
  done: DoneEvent | undefined
  /** Why the host stopped reading before `done`. */
  refusal: ProtocolErrorCode | 'too_many_events' | undefined
  readonly #options: JudgeOptions
  readonly #files: NonNullable<Transcript['files']>
  readonly #assetIds = new Set<string>()
  readonly #toldOfForm = new Set<WarningCode>()
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
    const isBlank = this.#lookAtForm(line)
    // After done every line is one breach more; after a bad one only an event can change the verdict.
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
      this.problems.tell(error.code, () => ({ message, line: line.number, excerpt: error.excerpt }))
      // What a reader holds after an error is nobody's business.
      this.#reader = this.#readFrom(line.number + 1)
    }
    const read = this.#read
    this.#read = undefined
    if (read) this.#take(read.event, { line: line.number, excerpt: ProtocolError.excerptOf(read.text) })
  }

  #readFrom(firstLine: number): EventReader {
    return new EventReader((event, text) => (this.#read = { event, text }), { ...this.#options, firstLine })
  }

  // The reader says the same of every line, but with an error for each that is none.
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

  #take(event: ProtocolEvent, place: Place): void {
    if (this.done) {
      const code = event.type === 'done' ? 'second_done' : 'event_after_done'
      this.problems.tell(code, () => ({ message: `A ${event.type} event came after done.`, ...place }))
      return
    }
    if (!this.refusal && this.events.length === (this.#options.maxEvents ?? defaultMaxEvents)) {
      this.refusal = 'too_many_events'
      const message = `There are more than ${this.events.length} events.`
      this.problems.tell('too_many_events', () => ({ message, ...place }))
    }
    if (!this.refusal) this.events.push(event)
    for (const { code, message } of warnOfEvent(event)) this.warnings.tell(code, () => ({ message, ...place }))
    if (event.type === 'error') this.#errorLine ??= place.line
    if (event.type === 'asset') this.#takeAsset(event, place)
    if (event.type !== 'done') return
    this.done = event
    if (event.ok && this.#errorLine !== undefined) {
      const message = `An error event came on line ${this.#errorLine}, and done says that all went well.`
      this.warnings.tell('ok_after_error', () => ({ message, ...place }))
    }
  }

  #takeAsset(event: Extract<ProtocolEvent, { type: 'asset' }>, place: Place): void {
    const { assetId, path } = event
    const known = Object.hasOwn(this.#files, path) ? this.#files[path] : undefined
    const fact = known ?? (this.refusal ? undefined : this.#options.lookAt?.(path))
    const fault = findAssetFault(event, this.#assetIds, fact)
    this.#assetIds.add(assetId)
    if (fault) this.problems.tell(fault.code, () => ({ message: fault.message, ...place }))
    else if (!this.refusal) this.registered.add(assetId)
  }

  // Once each is enough: a tool that does it on one line does it on all. Tells whether the line is blank.
  #lookAtForm({ number: line, bytes, ended }: RawLine): boolean {
    const warn = (code: WarningCode, message: string): void => {
      if (this.#toldOfForm.has(code)) return
      this.#toldOfForm.add(code)
      this.warnings.tell(code, () => ({ message, line }))
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

/** Where a line that was meant to be an event is no JSON: its excerpt may end before that. */
function syntaxFault({ code, cause, excerpt }: ProtocolError): string | undefined {
  if (code !== 'invalid_json' || !(cause instanceof Error) || !excerpt.trimStart().startsWith('{')) return undefined
  return `not valid JSON: ${cause.message.replace(/ \(line \d+ column \d+\)$| is not valid JSON$/, '')}`
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
