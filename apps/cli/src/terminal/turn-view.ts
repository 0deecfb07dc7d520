import type { RegisteredAsset, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { Output } from '../io.ts'
import { drained } from './print.ts'
import { ProseStream } from './prose-stream.ts'
import { StatusLine } from './status-line.ts'
import { printable } from '@narratoria/protocol/printable'
import { type Terminal, wrap } from './terminal.ts'

/** UI events that are shown in another way. */
const quietUiEvents = new Set(['narrative_choice', 'narration', 'progress'])

/** Shows one turn as it happens: prose on standard output, the work of tools on standard error. */
export class TurnView {
  readonly #terminal: Terminal
  readonly #status: StatusLine
  readonly #prose: ProseStream
  #shown = ''
  /** Lines to write at the end of the paragraph. */
  #notes: string[] = []
  /** Completed tools. A live terminal lists them in one line at the end of the turn. */
  #done: string[] = []
  /** Files that the turn's tools registered. */
  #assets: RegisteredAsset[] = []
  readonly #running = new Map<string, string>()
  readonly #shownErrors = new Set<string>()
  #drained: Promise<void> | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
    this.#status = new StatusLine(terminal)
    this.#prose = new ProseStream(
      (text) => {
        // The status line stays until there is prose to show.
        this.#status.set('')
        this.#write(terminal.stdout, text)
      },
      () => terminal.columns,
    )
  }

  /** Shows the next event. Resolves when standard output has room again. */
  show(event: TurnEvent): void | Promise<void> {
    this.#take(event)
    return this.#drained
  }

  /** Wraps prose and removes control characters. */
  format(text: string): string {
    return wrap(text, this.#terminal.columns)
  }

  /** Ends the view of a turn that was not completed. */
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
    // A placeholder, such as a silhouette, is for those who see pictures beside the text.
    else if (event.type === 'asset' && event.asset.metadata?.placeholder !== true) this.#assets.push(event.asset)
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
    const { warning } = this.#terminal.marks
    const summary = result.summary ? `: ${result.summary}` : ''
    if (result.state === 'completed' && this.#terminal.live) this.#done.push(toolId)
    // What the tool reports is in the story. Skipped and cancelled tools have no news: their cause is shown elsewhere.
    else if (result.state !== 'completed' && result.state !== 'skipped' && result.errorCode !== 'cancelled') {
      if (result.error) this.#shownErrors.add(result.error)
      this.#note(`${warning} ${toolId} ${result.state}${result.error ? `: ${result.error}` : summary}`)
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
    const isShown = [...this.#shownErrors].some((error) => message.includes(error))
    this.#shownErrors.clear()
    this.#note(`${this.#terminal.marks.warning} ${isShown ? '' : `${message.replace(/\.$/, '')}; `}planning again`)
    this.#withdraw()
    this.#status.set('thinking again')
  }

  #narrate({ text, append, replace }: Extract<TurnEvent, { type: 'narration' }>): void {
    // A pipe gets only the final text, since nothing can be withdrawn there.
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
    this.#write(this.#terminal.stdout, '\n')
  }

  /** Marks the shown text as replaced: it stays on the screen. */
  #withdraw(): void {
    if (this.#shown === '') return
    this.#prose.end()
    this.#flushNotes()
    this.#write(this.#terminal.stdout, `${this.#terminal.dim('(Discarded. New version:)')}\n\n`)
    this.#shown = ''
  }

  #finish({ narrative, execution }: TurnResult): void {
    this.#status.stop()
    // Storing the turn may have moved its files.
    const stored = execution?.assets ?? []
    for (const { assetId, toolId, kind, path } of this.#assets) {
      const asset = stored.find((found) => found.assetId === assetId && found.toolId === toolId)
      this.#notes.push(`${this.#terminal.marks.dot} ${kind}: ${asset?.path ?? path}`)
    }
    const streamed = this.#terminal.interactive && this.#shown !== ''
    if (streamed) this.#prose.end()
    if (!streamed || this.#shown.trim() !== narrative.trim())
      this.#write(this.#terminal.stdout, `${streamed ? '\n' : ''}${this.format(narrative)}\n`)
    if (this.#done.length > 0) this.#notes.push(`${this.#terminal.marks.dot} ${this.#done.join(', ')}`)
    this.#flushNotes()
  }

  #note(text: string): void {
    this.#notes.push(text)
    if (this.#prose.column === 0) this.#flushNotes()
  }

  #flushNotes(): void {
    for (const note of this.#notes)
      this.#write(
        this.#terminal.stderr,
        `${this.#terminal.dim(wrap(note.replaceAll('\n', ' '), this.#terminal.columns))}\n`,
      )
    this.#notes = []
  }

  #write(stream: Output, text: string): void {
    this.#status.clear()
    if (stream.write(text) || this.#drained) return
    this.#drained = drained(stream).then(() => void (this.#drained = undefined))
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
