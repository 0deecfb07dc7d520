import type { Choice, TurnResult } from '@narratoria/protocol'
import { printable } from '@narratoria/protocol/printable'
import { commandIn, type PlayedTurn, RuntimeError, type Session } from '@narratoria/runtime'
import { abortOnInterrupt, interruptSignals } from '../host/interrupt.ts'
import type { OpenHost } from '../host/open-host.ts'
import type { Io } from '../io.ts'
import { openPrompt, type Prompt } from '../terminal/prompt.ts'
import { type Terminal, wrap } from '../terminal/terminal.ts'
import { TurnView } from '../terminal/turn-view.ts'
import { recoveryHints } from './recovery-hints.ts'
import { type CommandContext, completeCommand, isCommand, runCommand } from './slash-commands.ts'
import { print, printError, printStyled } from '../terminal/print.ts'

/** How many earlier prompts the arrow keys bring back. */
const historyLength = 200

/** How to start another story or continue an earlier one. */
export const otherStories =
  'This story is kept. narratoria play --new begins another, and narratoria play --session NAME continues an earlier one.'

/** A story at the terminal: reads a prompt, plays a turn, until the player leaves. */
export class StoryLoop {
  readonly #io: Io
  readonly #host: OpenHost
  readonly #session: Session
  readonly #terminal: Terminal
  #choices: Choice[] = []
  #leaving = false

  constructor(io: Io, host: OpenHost, session: Session, terminal: Terminal) {
    this.#io = io
    this.#host = host
    this.#session = session
    this.#terminal = terminal
  }

  async run(): Promise<void> {
    await this.#showCurrentTurn()
    const played = await this.#session.turns(historyLength)
    const history = played.map(({ prompt }) => prompt.replaceAll('\n', ' ')).filter((line) => line.trim() !== '')
    const { live, marks } = this.#terminal
    const prompt = openPrompt(this.#io, {
      history,
      complete: completeCommand,
      plain: !live,
      continued: `${marks.ellipsis} `,
      pastedBreak: marks.lineBreak,
      leaving: 'Ctrl-C again leaves the story; it is kept.',
    })
    const leave = (signal: NodeJS.Signals) => {
      // While a turn is played, Ctrl-C cancels the turn.
      if (signal === 'SIGINT' && prompt.onInterrupt) return
      if (signal === 'SIGINT' && this.#io.stdin.isTTY && prompt.asksToLeave()) return
      this.#leaving = true
      prompt.close()
    }
    void this.#host.store.checked?.then((notice) => notice && prompt.notify(`narratoria: ${notice.message}`))
    // A message that comes while a turn is played is shown after it.
    const pending: string[] = []
    this.#host.truncation.report = (message) =>
      prompt.onInterrupt ? void pending.push(message) : prompt.notify(`narratoria: ${message}.`)
    const { signals } = this.#io
    for (const name of interruptSignals) signals.on(name, leave)
    try {
      while (!this.#leaving) {
        prompt.choices = this.#choices.map(({ text }) => text)
        const line = await prompt.ask('\n> ')
        if (line === undefined) break
        if (line.trim() !== '') await this.#handle(line, prompt)
        for (const message of pending.splice(0)) this.#say(`${message}.`)
      }
    } finally {
      for (const name of interruptSignals) signals.off(name, leave)
      prompt.close()
    }
  }

  async #handle(line: string, prompt: Prompt): Promise<void> {
    if (!isCommand(line)) {
      const action = selected(line, this.#choices)
      if (action === undefined) return this.#say(noSuchChoice(line.trim(), this.#choices.length))
      const command = commandIn(action)
      if (command === undefined) return this.#play((signal) => this.#session.play(action, { signal }), prompt)
      if (command === 'save')
        return this.#say(
          'Every turn is saved when it ends. /save NAME gives the story a name, /label NAME this moment.',
        )
      if (command === 'restart' || command === 'load') return this.#say(`${otherStories} /quit leaves this one.`)
      return this.#run(`/${command}`, prompt)
    }
    return this.#run(line, prompt)
  }

  async #run(line: string, prompt: Prompt): Promise<void> {
    const outcome = await runCommand(line, this.#context())
    if (outcome === 'quit') this.#leaving = true
    if (outcome === 'moved') await this.#showCurrentTurn()
    if (outcome === 'continue') await this.#play((signal) => this.#session.continue({ signal }), prompt)
    if (outcome === 'retry') await this.#play((signal) => this.#session.retry({ signal }), prompt)
  }

  #context(): CommandContext {
    const { columns, interactive } = this.#terminal
    // A program may read a pipe: its lines are not wrapped.
    const width = interactive ? columns : Number.MAX_SAFE_INTEGER
    return {
      io: this.#io,
      host: this.#host,
      session: this.#session,
      columns,
      say: (text) => this.#terminal.aside(`${wrap(text, width)}\n`),
    }
  }

  async #play(start: (signal: AbortSignal) => PlayedTurn, prompt: Prompt): Promise<void> {
    const interrupt = abortOnInterrupt(this.#io, () => this.#host.close())
    prompt.onInterrupt = interrupt.interrupt
    try {
      print(this.#io, '')
      const result = await showTurn(start(interrupt.signal), this.#terminal, interrupt.signal)
      const { aborted } = interrupt.signal
      const isStored = result.status === 'stored'
      if (isStored) this.#choices = result.choices
      if (!isStored) this.#say('The turn was cancelled and is not part of the story.')
      else if (aborted) this.#say('The turn was already complete and is part of the story; /undo removes it.')
      // After Ctrl-C, the story that says what failed was not shown.
      if (result.fallback && isStored && aborted) this.#say(`\n${result.narrative}`)
      if (result.fallback && isStored) this.#say(`\n${recoveryHints(this.#host, result)}`)
      this.#listChoices()
      if (isStored && this.#choices.length === 0) await this.#sayEnding()
      if (isStored && this.#terminal.live) void this.#listFurtherChoices(result.turnId, prompt)
    } catch (error) {
      if (!RuntimeError.isInstance(error)) throw error
      printError(this.#io, error.message)
    } finally {
      prompt.onInterrupt = undefined
      interrupt.release()
    }
  }

  async #showCurrentTurn(): Promise<void> {
    const last = await this.#session.lastTurn()
    if (last?.prompt.trim())
      this.#terminal.aside(`${this.#terminal.dim(wrap(`> ${last.prompt}`, this.#terminal.columns))}\n\n`)
    if (last) print(this.#io, wrap(last.narrative, this.#terminal.columns))
    else showOpening(this.#io, this.#session, this.#terminal)
    this.#choices = await this.#session.choices()
    this.#listChoices()
  }

  async #sayEnding(): Promise<void> {
    const view = await this.#session.view()
    if (view?.ending !== undefined)
      this.#say(`\nThe story has ended: ${view.ending}. /undo takes back the last turn, /quit leaves.`)
  }

  #listChoices(): void {
    printStyled(this.#io, formatChoices(this.#choices, this.#terminal))
  }

  /** Lists the choices that a model adds to the last turn while the player reads. Those listed before keep their numbers. */
  async #listFurtherChoices(turnId: string, prompt: Prompt): Promise<void> {
    await this.#session.settled()
    const last = await this.#session.lastTurn().catch(() => undefined)
    // The player went on meanwhile.
    if (this.#leaving || prompt.onInterrupt || last?.turnId !== turnId) return
    const listed = this.#choices.length
    if (last.choices.length <= listed) return
    this.#choices = last.choices
    prompt.choices = last.choices.map(({ text }) => text)
    prompt.notify(formatChoices(last.choices, this.#terminal, listed).slice(1, -1))
  }

  #say(text: string): void {
    this.#terminal.aside(`${this.#terminal.dim(wrap(text, this.#terminal.columns))}\n`)
  }
}

export function showOpening(io: Io, { title, opening }: Session, { bold, columns }: Terminal): void {
  printStyled(io, `${bold(printable(title))}\n\n`)
  print(io, wrap(opening, columns))
}

/** Shows a turn while it is played. Shows nothing after `signal` aborts. */
export async function showTurn(turn: PlayedTurn, terminal: Terminal, signal: AbortSignal): Promise<TurnResult> {
  const view = new TurnView(terminal)
  try {
    for await (const event of turn) if (!signal.aborted) await view.show(event)
    return await turn.result
  } finally {
    view.stop()
  }
}

/** The choices as a numbered list after an empty line. The first `skipped` are left out. */
export function formatChoices(choices: readonly Choice[], terminal: Terminal, skipped = 0): string {
  if (choices.length <= skipped) return ''
  const lines = choices.map(({ text, hint, difficulty }, index) => {
    const notes = [hint, difficulty].filter((note) => note !== undefined && note !== '').join(', ')
    const suffix = notes === '' ? '' : ` ${terminal.marks.dash} ${notes}`
    return wrap(`  ${index + 1}. ${text}${suffix}`, terminal.columns)
  })
  return `\n${lines.slice(skipped).join('\n')}\n`
}

function noSuchChoice(number: string, count: number): string {
  if (count === 0) return `There is no choice ${number}: there are no choices now. Say what you do in your own words.`
  const valid = count === 1 ? 'The only one is 1' : `Take one from 1 to ${count}`
  return `There is no choice ${number}. ${valid}, or say what you do in your own words.`
}

/** The line, or the choice whose number it is. Undefined if there is no choice of that number. */
function selected(line: string, choices: readonly Choice[]): string | undefined {
  const number = /^\s*(\d+)[.)]?\s*$/.exec(line)?.[1]
  return number === undefined ? line : choices[Number(number) - 1]?.text
}
