import { type Interface, createInterface } from 'node:readline'
import { KeyFilter } from './key-filter.ts'

/** How the player is asked. */
export interface PromptOptions {
  /** What the player typed before, oldest first. */
  history?: readonly string[]
  /** What a beginning can become; asked when the player presses Tab. */
  complete?: (beginning: string) => string[]
  /** True where nothing may be redrawn. */
  plain?: boolean
  /** Asks for the rest of a line that is not done. */
  continued?: string
  /** Stands for a line break in what was pasted. */
  pastedBreak?: string
}

/** Asks the player for lines, on a terminal or through a pipe. */
export interface Prompt {
  /** The next line; `undefined` when there will be none. A line that ends with `\` goes on with the next one. */
  ask(text: string): Promise<string | undefined>
  /** Says something while the player may be typing; what was typed stays. */
  tell(text: string): void
  /** What the arrow keys step through while the line is empty. */
  choices: readonly string[]
  /** What Ctrl-C does while no question is open. */
  onInterrupt: (() => void) | undefined
  close(): void
}

/** Opens standard input for questions. Lines of a pipe are kept until they are asked for. */
export function openPrompt(options: PromptOptions = {}): Prompt {
  const terminal = process.stdin.isTTY === true && process.stdout.isTTY === true && options.plain !== true
  const prompt = new LinePrompt(terminal, options)
  return prompt
}

class LinePrompt implements Prompt {
  choices: readonly string[] = []
  #onInterrupt: (() => void) | undefined
  /** Ctrl-C came after a line was given and before anybody took it. */
  #interrupted = false
  readonly #terminal: boolean
  readonly #lines: Interface
  readonly #waiting: string[] = []
  readonly #continued: string
  readonly #keys: KeyFilter | undefined
  #answer: ((line: string | undefined) => void) | undefined
  #closed = false

  constructor(terminal: boolean, options: PromptOptions) {
    const { history = [], complete = () => [], continued = '... ', pastedBreak = '\\n' } = options
    this.#terminal = terminal
    this.#continued = continued
    this.#keys = terminal
      ? new KeyFilter(process.stdin, (step) => this.#stepThroughChoices(step), pastedBreak)
      : undefined
    this.#lines = this.#keys
      ? createInterface({
          input: this.#keys as unknown as NodeJS.ReadableStream,
          output: process.stdout,
          terminal,
          history: history.toReversed(),
          removeHistoryDuplicates: true,
          completer: (line: string) => [complete(line), line],
        })
      : createInterface({ input: process.stdin, terminal: false })
    // Pastes come marked, so that each of their lines does not become a turn.
    if (terminal) process.stdout.write('\u001B[?2004h')
    this.#lines.on('line', (given) => {
      const line = this.#keys?.restore(given) ?? given
      if (this.#answer) this.#give(line)
      else this.#waiting.push(line)
    })
    this.#lines.on('close', () => {
      this.#closed = true
      this.#give(undefined)
    })
    this.#lines.on('SIGINT', () => this.#interrupt())
  }

  async ask(text: string): Promise<string | undefined> {
    let line = await this.#next(text)
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

  tell(text: string): void {
    process.stderr.write(`\n${text}\n`)
    if (this.#terminal && this.#answer) this.#lines.prompt(true)
  }

  close(): void {
    if (this.#terminal) process.stdout.write('\u001B[?2004l')
    this.#lines.close()
    process.stdin.unpipe()
    process.stdin.pause()
  }

  #next(text: string): Promise<string | undefined> {
    this.#interrupted = false
    const next = this.#waiting.shift()
    if (next !== undefined || this.#closed) return Promise.resolve(next)
    const [, breaks = '', label = ''] = /^(\n*)(.*)$/s.exec(text) ?? []
    if (this.#terminal) {
      process.stdout.write(breaks)
      this.#lines.setPrompt(label)
      this.#lines.prompt()
    } else if (process.stdout.isTTY) {
      process.stdout.write(text)
    }
    return new Promise((resolve) => (this.#answer = resolve))
  }

  #give(line: string | undefined): void {
    const resolve = this.#answer
    this.#answer = undefined
    resolve?.(line)
  }

  /** Ctrl-C: takes back what was typed, then leaves; while a turn is played, it is the turn's. */
  #interrupt(): void {
    if (!this.#answer) {
      if (this.#onInterrupt) this.#onInterrupt()
      else this.#interrupted = true
      return
    }
    if (this.#lines.line === '') return this.#lines.close()
    this.#replaceLine('')
    this.#keys?.forget()
  }

  /** Puts the next choice into the line, where nothing else was typed. */
  #stepThroughChoices(step: 1 | -1): boolean {
    const { line } = this.#lines
    const at = this.choices.indexOf(line)
    if (!this.#answer || (line !== '' && at === -1) || this.choices.length === 0) return false
    // Upwards from the empty line lies what was typed before.
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
