import type { RegisteredAsset, TurnEvent, TurnResult } from '@narratoria/protocol'
import { ProseStream } from './prose-stream.ts'
import { StatusLine } from './status-line.ts'
import { type Terminal, printable, wrap } from './terminal.ts'

/** Events that show themselves elsewhere. */
const quietUiEvents = new Set(['narrative_choice', 'narration', 'progress'])

/** Shows one turn as it happens: prose on standard output, what the tools do on standard error. */
export class TurnView {
  readonly #terminal: Terminal
  readonly #status: StatusLine
  readonly #prose: ProseStream
  /** The prose that the player has been shown. */
  #shown = ''
  /** Lines that wait for the end of a paragraph. */
  #notes: string[] = []
  /** Tools that a live terminal tells of in one line when the turn is done. */
  #done: string[] = []
  /** Files that the turn's tools registered. */
  #assets: RegisteredAsset[] = []
  readonly #running = new Map<string, string>()
  /** Errors of tools that the player was told of. */
  readonly #told = new Set<string>()
  #drained: Promise<void> | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#status = new StatusLine(terminal)
    this.#prose = new ProseStream(
      (text) => {
        // Until there is prose to see, the line stays that says what is done.
        this.#status.set('')
        this.#write(process.stdout, text)
      },
      () => terminal.columns,
    )
  }

  /** Takes the next event; the promise settles when standard output has room again. */
  show(event: TurnEvent): void | Promise<void> {
    this.#take(event)
    return this.#drained
  }

  /** Prose as it is shown: wrapped, and without control characters. */
  format(text: string): string {
    return wrap(text, this.#terminal.columns)
  }

  /** Ends the view of a turn that did not come to its end. */
  stop(): void {
    this.#status.stop()
    if (this.#terminal.interactive) this.#prose.end()
  }

  #take(event: TurnEvent): void {
    const { warning } = this.#terminal.marks
    if (event.type === 'turn_started') this.#status.set('thinking')
    else if (event.type === 'narration') this.#narrate(event)
    else if (event.type === 'tool_started') this.#run(event.toolId, '')
    else if (event.type === 'tool_waiting' && event.waitsFor.length === 0) this.#run(event.toolId, 'waiting')
    else if (event.type === 'tool_retry') this.#run(event.toolId, `trying again (${event.attempt})`)
    else if (event.type === 'tool_event') this.#toolEvent(event)
    else if (event.type === 'tool_finished') this.#toolFinished(event)
    else if (event.type === 'asset') this.#assets.push(event.asset)
    else if (event.type === 'replan') this.#replan(event)
    else if (event.type === 'warning') this.#note(`${warning} ${event.message}`)
    else if (event.type === 'turn_finished') this.#finish(event.result)
  }

  #toolEvent({ toolId, event }: Extract<TurnEvent, { type: 'tool_event' }>): void {
    if (event.type === 'log' && event.level !== 'debug') this.#run(toolId, event.message)
    if (event.type !== 'ui_event') return
    const payload = (event.payload ?? {}) as Record<string, unknown>
    if (event.event === 'progress') this.#run(toolId, describeProgress(payload))
    else if (event.event === 'dice_roll') this.#note(`${this.#terminal.marks.dot} ${describeRoll(payload)}`)
    else if (!quietUiEvents.has(event.event))
      this.#note(`${this.#terminal.marks.dot} [${event.event}] ${JSON.stringify(payload)}`)
  }

  #toolFinished({ toolId, result }: Extract<TurnEvent, { type: 'tool_finished' }>): void {
    this.#running.delete(toolId)
    this.#showRunning()
    const { dot, warning } = this.#terminal.marks
    const told = result.summary ? `: ${result.summary}` : ''
    if (result.state === 'completed' && this.#terminal.live) this.#done.push(toolId)
    else if (result.state === 'completed') this.#note(`${dot} ${toolId}${told}`)
    // What did not run because something else failed or the player broke it off says nothing of its own.
    else if (result.state !== 'skipped' && result.errorCode !== 'cancelled') {
      if (result.error) this.#told.add(result.error)
      this.#note(`${warning} ${toolId} ${result.state}${result.error ? `: ${result.error}` : told}`)
    }
  }

  #run(toolId: string, doing: string): void {
    this.#running.set(toolId, doing)
    this.#showRunning()
  }

  #showRunning(): void {
    const all = [...this.#running].map(([toolId, doing]) => (doing === '' ? toolId : `${toolId}: ${doing}`))
    this.#status.set(this.#prose.column > 0 ? '' : all.join(', '))
  }

  #replan({ message }: Extract<TurnEvent, { type: 'replan' }>): void {
    this.#running.clear()
    // What a tool failed with was told when it did.
    const told = [...this.#told].some((error) => message.includes(error))
    this.#told.clear()
    this.#note(`${this.#terminal.marks.warning} ${told ? '' : `${message.replace(/\.$/, '')}; `}planning again`)
    this.#withdraw()
    this.#status.set('thinking again')
  }

  #narrate({ text, append, replace }: Extract<TurnEvent, { type: 'narration' }>): void {
    // What a pipe gets is the finished text alone: nothing there can be withdrawn.
    if (!this.#terminal.interactive) return
    if (replace && !text.startsWith(this.#shown)) this.#withdraw()
    const continued = replace ? text.slice(this.#shown.length) : text
    if (!append && !replace && this.#shown !== '') this.#breakParagraph()
    this.#shown = replace ? text : append || this.#shown === '' ? this.#shown + text : `${this.#shown}\n\n${text}`
    this.#prose.add(continued)
  }

  #breakParagraph(): void {
    this.#prose.end()
    this.#flushNotes()
    this.#write(process.stdout, '\n')
  }

  /** What was shown does not count any more. It stays on the screen, so a line says so. */
  #withdraw(): void {
    if (this.#shown === '') return
    this.#prose.end()
    this.#flushNotes()
    this.#write(process.stdout, `${this.#terminal.dim('(That did not come about. Told again:)')}\n\n`)
    this.#shown = ''
  }

  #finish({ narrative, execution }: TurnResult): void {
    this.#status.stop()
    // Where a file lies for good is known when its turn is stored.
    const kept = execution?.assets ?? []
    for (const { assetId, toolId, kind, path } of this.#assets) {
      const asset = kept.find((found) => found.assetId === assetId && found.toolId === toolId)
      this.#notes.push(`${this.#terminal.marks.dot} ${kind}: ${asset?.path ?? path}`)
    }
    const streamed = this.#terminal.interactive && this.#shown !== ''
    if (streamed) this.#prose.end()
    if (!streamed || this.#shown.trim() !== narrative.trim())
      this.#write(process.stdout, `${streamed ? '\n' : ''}${this.format(narrative)}\n`)
    if (this.#done.length > 0) this.#notes.push(`${this.#terminal.marks.dot} ${this.#done.join(', ')}`)
    this.#flushNotes()
  }

  #note(text: string): void {
    this.#notes.push(text)
    if (this.#prose.column === 0) this.#flushNotes()
  }

  #flushNotes(): void {
    for (const note of this.#notes)
      this.#write(process.stderr, `${this.#terminal.dim(wrap(note.replaceAll('\n', ' '), this.#terminal.columns))}\n`)
    this.#notes = []
  }

  #write(stream: NodeJS.WriteStream, text: string): void {
    this.#status.clear()
    if (stream.write(text) || this.#drained) return
    this.#drained = new Promise((resume) =>
      stream.once('drain', () => {
        this.#drained = undefined
        resume()
      }),
    )
  }
}

function describeProgress({ value, max, label }: Record<string, unknown>): string {
  const share =
    typeof value === 'number' && typeof max === 'number' && max > 0 ? `${Math.round((100 * value) / max)} %` : ''
  return [typeof label === 'string' ? printable(label) : '', share].filter((part) => part !== '').join(' ')
}

function describeRoll({ formula, rolls, total }: Record<string, unknown>): string {
  const dice = Array.isArray(rolls) && rolls.length > 1 ? ` (${rolls.join(' + ')})` : ''
  return `${String(formula)} = ${String(total)}${dice}`
}
