import { type Interface, createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { printable } from '@narratoria/protocol/printable'
import type { Io } from '../io.ts'
import { KeyFilter } from './key-filter.ts'

export interface PromptOptions {
  /** Earlier lines, oldest first. */
  history?: readonly string[]
  /** Returns the completions of a beginning when the player presses Tab. */
  complete?: (beginning: string) => string[]
  /** Whether redrawing is forbidden. */
  plain?: boolean
  /** The prompt of a continued line. */
  continued?: string
  /** Represents a line break in a paste. */
  pastedBreak?: string
  /** What Ctrl-C at an empty line shows the first time. Without it, the first one ends the input. */
  leaving?: string
}

/** Reads lines of the player from a terminal or a pipe. */
export interface Prompt {
  /** The next line; undefined at the end of the input. A line that ends with `\` continues on the next one. */
  ask(text: string): Promise<string | undefined>
  /** Writes a message to standard error. On a terminal, the line that is being typed stays. */
  notify(text: string): void
  /** The lines that the arrow keys select while nothing is typed. */
  choices: readonly string[]
  /** Called on Ctrl-C while no question is open. */
  onInterrupt: (() => void) | undefined
  /** Asks before leaving. Returns false if that was asked since the last line. */
  asksToLeave(): boolean
  close(): void
}

/** Opens standard input for questions. Buffers the lines of a pipe until they are read. */
export function openPrompt(io: Io, options: PromptOptions = {}): Prompt {
  const terminal = io.stdin.isTTY === true && io.stdout.isTTY === true && options.plain !== true
  return new LinePrompt(io, terminal, options)
}

/** The lines of a pipe. All questions share them, as a pipe is read before it is asked for. */
interface Pipe {
  readonly lines: Interface
  readonly waiting: string[]
  isEnded: boolean
  /** Takes the next line, or `undefined` at the end. */
  give: (this: Pipe, line: string | undefined) => void
}

/** Keeps a line for the next question. */
function keep(this: Pipe, line: string | undefined): void {
  if (line !== undefined) this.waiting.push(line)
}

const pipes = new WeakMap<object, Pipe>()

function pipeOf({ stdin }: Io): Pipe {
  const known = pipes.get(stdin)
  if (known) return known
  const waiting: string[] = []
  const lines = createInterface({ input: stdin, terminal: false })
  const pipe: Pipe = { lines, waiting, isEnded: false, give: keep }
  lines.on('line', (line) => pipe.give(line))
  lines.on('close', () => {
    pipe.isEnded = true
    pipe.give(undefined)
  })
  pipes.set(stdin, pipe)
  return pipe
}

class LinePrompt implements Prompt {
  choices: readonly string[] = []
  #onInterrupt: (() => void) | undefined
  /** Whether Ctrl-C came after a line was entered and before `onInterrupt` was set. */
  #interrupted = false
  readonly #io: Io
  readonly #terminal: boolean
  readonly #lines: Interface
  readonly #pipe: Pipe | undefined
  readonly #waiting: string[]
  readonly #continued: string
  readonly #keys: KeyFilter | undefined
  readonly #leaving: string | undefined
  #askedToLeave = false
  #answer: ((line: string | undefined) => void) | undefined
  #closed = false

  constructor(io: Io, terminal: boolean, options: PromptOptions) {
    const { history = [], complete = () => [], continued = '... ', pastedBreak = '\\n', leaving } = options
    this.#io = io
    this.#terminal = terminal
    this.#continued = continued
    this.#leaving = leaving
    this.#keys = terminal ? new KeyFilter(io.stdin, (step) => this.#selectChoice(step), pastedBreak) : undefined
    const pipe = terminal ? undefined : pipeOf(io)
    this.#pipe = pipe
    this.#waiting = pipe?.waiting ?? []
    this.#lines = this.#keys
      ? createInterface({
          input: this.#keys as unknown as NodeJS.ReadableStream,
          output: io.stdout,
          terminal,
          history: history.toReversed(),
          removeHistoryDuplicates: true,
          completer: (line: string) => [complete(line), line],
        })
      : pipe!.lines
    // Bracketed paste mode, so that a paste is one line and not several turns.
    if (terminal) io.stdout.write('\u001B[?2004h')
    if (pipe) {
      pipe.give = (line) => this.#take(line)
      if (!pipe.isEnded) pipe.lines.resume()
    } else {
      this.#lines.on('line', (line) => this.#take(line))
      this.#lines.on('close', () => this.#take(undefined))
      this.#lines.on('SIGINT', () => this.#interrupt())
    }
    // An earlier question has read the end of the input: nothing reports it again.
    if (
      pipe?.isEnded === true ||
      (io.stdin as Partial<Readable>).readableEnded === true ||
      (io.stdin as Partial<Readable>).destroyed === true
    )
      this.#closed = true
  }

  async ask(text: string): Promise<string | undefined> {
    let line = await this.#next(printable(text))
    while (line?.endsWith('\\')) {
      const more = await this.#next(this.#continued)
      if (more === undefined) break
      line = `${line.slice(0, -1)}\n${more}`
    }
    return line
  }

  get onInterrupt(): (() => void) | undefined {
    return this.#onInterrupt
  }

  set onInterrupt(interrupt: (() => void) | undefined) {
    this.#onInterrupt = interrupt
    if (interrupt && this.#interrupted) interrupt()
    this.#interrupted = false
  }

  notify(text: string): void {
    this.#io.stderr.write(`\n${printable(text)}\n`)
    if (this.#terminal && this.#answer) this.#lines.prompt(true)
  }

  asksToLeave(): boolean {
    if (this.#leaving === undefined || this.#askedToLeave) return false
    this.#askedToLeave = true
    this.notify(this.#leaving)
    return true
  }

  close(): void {
    const { stdin, stdout } = this.#io
    if (this.#terminal) stdout.write('\u001B[?2004l')
    if (this.#pipe) {
      if (!this.#pipe.isEnded) this.#pipe.lines.pause()
      this.#take(undefined)
      this.#pipe.give = keep
    } else this.#lines.close()
    stdin.unpipe()
    stdin.pause()
  }

  #next(text: string): Promise<string | undefined> {
    this.#interrupted = false
    this.#askedToLeave = false
    const next = this.#waiting.shift()
    if (next !== undefined || this.#closed) return Promise.resolve(next)
    const [, breaks = '', label = ''] = /^(\n*)(.*)$/s.exec(text) ?? []
    if (this.#terminal) {
      this.#io.stdout.write(breaks)
      this.#lines.setPrompt(label)
      this.#lines.prompt()
    } else if (this.#io.stdout.isTTY) {
      this.#io.stdout.write(text)
    }
    return new Promise((resolve) => (this.#answer = resolve))
  }

  #take(given: string | undefined): void {
    if (given === undefined) this.#closed = true
    const line = given === undefined ? undefined : (this.#keys?.restore(given) ?? given)
    if (line === undefined || this.#answer) this.#give(line)
    else this.#waiting.push(line)
  }

  #give(line: string | undefined): void {
    const resolve = this.#answer
    this.#answer = undefined
    resolve?.(line)
  }

  /**
   * Ctrl-C deletes what was typed; at an empty line it asks before leaving, and the second time it ends the input. While a turn is
   * played it cancels the turn.
   */
  #interrupt(): void {
    if (!this.#answer) {
      if (this.#onInterrupt) this.#onInterrupt()
      else this.#interrupted = true
      return
    }
    if (this.#lines.line === '') return this.asksToLeave() ? undefined : this.#lines.close()
    this.#askedToLeave = false
    this.#replaceLine('')
    this.#keys?.forget()
  }

  /** Puts the next choice into the line, unless something else was typed. */
  #selectChoice(step: 1 | -1): boolean {
    const { line } = this.#lines
    const at = this.choices.indexOf(line)
    if (!this.#answer || (line !== '' && at === -1) || this.choices.length === 0) return false
    // Up from the empty line goes to the history.
    if (line === '' && step === -1) return false
    this.#replaceLine(this.choices[at + step] ?? (step === 1 ? line : ''))
    return true
  }

  #replaceLine(text: string): void {
    this.#lines.write(null, { ctrl: true, name: 'e' })
    this.#lines.write(null, { ctrl: true, name: 'u' })
    if (text !== '') this.#lines.write(text)
  }
}
