import type { Choice, TurnResult } from '@narratoria/protocol'
import { type PlayedTurn, RuntimeError, type Session } from '@narratoria/runtime'
import { abortOnInterrupt } from '../host/interrupt.ts'
import type { OpenHost } from '../host/open-host.ts'
import { openPrompt, type Prompt } from '../terminal/prompt.ts'
import { type Terminal, wrap } from '../terminal/terminal.ts'
import { TurnView } from '../terminal/turn-view.ts'
import { shippedOpening } from './opening.ts'
import { type CommandContext, completeCommand, isCommand, runCommand } from './slash-commands.ts'
import { waysOn } from './ways-on.ts'

/** How many of the player's earlier words the arrow up brings back. */
const historyLength = 200

/** What ends a story that waits for its player. */
const leavingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** A story at the terminal: the player says something, a turn is played, until the player leaves. */
export class StoryLoop {
  readonly #host: OpenHost
  readonly #session: Session
  readonly #terminal: Terminal
  #choices: Choice[] = []
  #leaving = false

  constructor(host: OpenHost, session: Session, terminal: Terminal) {
    this.#host = host
    this.#session = session
    this.#terminal = terminal
  }

  async run(): Promise<void> {
    await this.#tellWhereWeAre()
    const history = (await this.#session.turns(historyLength)).map(({ prompt }) => prompt.replaceAll('\n', ' '))
    const { live, marks } = this.#terminal
    const prompt = openPrompt({
      history,
      complete: completeCommand,
      plain: !live,
      continued: `${marks.ellipsis} `,
      pastedBreak: marks.lineBreak,
    })
    const leave = (signal: NodeJS.Signals) => {
      // Ctrl-C while a turn is played is the turn's.
      if (signal === 'SIGINT' && prompt.onInterrupt) return
      this.#leaving = true
      prompt.close()
    }
    void this.#host.store.checked?.then((notice) => notice && prompt.tell(`narratoria: ${notice.message}`))
    // While a turn is played the line is its own: what comes then is told after it.
    const held: string[] = []
    this.#host.cuts.tell = (message) =>
      prompt.onInterrupt ? void held.push(message) : prompt.tell(`narratoria: ${message}.`)
    for (const name of leavingSignals) process.on(name, leave)
    try {
      while (!this.#leaving) {
        prompt.choices = this.#choices.map(({ text }) => text)
        const line = await prompt.ask('\n> ')
        if (line === undefined) break
        if (line.trim() !== '') await this.#answer(line, prompt)
        for (const message of held.splice(0)) this.#say(`${message}.`)
      }
    } finally {
      for (const name of leavingSignals) process.off(name, leave)
      prompt.close()
    }
  }

  async #answer(line: string, prompt: Prompt): Promise<void> {
    if (!isCommand(line)) {
      const said = chosen(line, this.#choices)
      if (said === undefined) return this.#say(noChoice(line.trim(), this.#choices.length))
      await this.#play((signal) => this.#session.play(said, { signal }), prompt)
      const meant = /^(?:quit|exit|bye|help)$/i.exec(said.trim())?.[0].toLowerCase()
      if (meant !== undefined)
        this.#say(meant === 'help' ? '/help tells what can be done here.' : '/quit leaves the story.')
      return
    }
    const outcome = await runCommand(line, this.#context())
    if (outcome === 'quit') this.#leaving = true
    if (outcome === 'told') await this.#tellWhereWeAre()
    if (outcome === 'retry') await this.#play((signal) => this.#session.retry({ signal }), prompt)
  }

  #context(): CommandContext {
    const { columns, interactive } = this.#terminal
    // What goes through a pipe may be read by a program: its lines stay whole.
    const width = interactive ? columns : Number.MAX_SAFE_INTEGER
    return {
      host: this.#host,
      session: this.#session,
      columns,
      say: (text) => this.#terminal.aside(`${wrap(text, width)}\n`),
    }
  }

  async #play(start: (signal: AbortSignal) => PlayedTurn, prompt: Prompt): Promise<void> {
    const interrupt = abortOnInterrupt(() => this.#host.close())
    prompt.onInterrupt = interrupt.interrupt
    try {
      process.stdout.write('\n')
      const result = await showTurn(start(interrupt.signal), this.#terminal, interrupt.signal)
      const { aborted } = interrupt.signal
      const isStored = result.status === 'stored'
      if (isStored) this.#choices = result.choices
      if (!isStored) this.#say('The turn was broken off; the story stands where it stood.')
      else if (aborted) this.#say('The turn was done already and is part of the story; /undo takes it back.')
      // What failed is told in the story; after Ctrl-C, that was not shown.
      if (result.fallback && isStored && aborted) this.#say(`\n${result.narrative}`)
      if (result.fallback && isStored) this.#say(`\n${waysOn(this.#host, result)}`)
      this.#listChoices()
    } catch (error) {
      if (!RuntimeError.isInstance(error)) throw error
      process.stderr.write(`${error.message}\n`)
    } finally {
      prompt.onInterrupt = undefined
      interrupt.release()
    }
  }

  /** The last turn again, or the opening: where the player is now. */
  async #tellWhereWeAre(): Promise<void> {
    const last = await this.#session.lastTurn()
    const told = last?.narrative ?? (this.#session.opening || shippedOpening.text)
    if (last) this.#terminal.aside(`${this.#terminal.dim(wrap(`> ${last.prompt}`, this.#terminal.columns))}\n\n`)
    process.stdout.write(`${wrap(told, this.#terminal.columns)}\n`)
    const atStart = this.#session.opening === '' || this.#session.opening === shippedOpening.text
    this.#choices = last?.choices ?? (atStart ? shippedOpening.choices : [])
    this.#listChoices()
  }

  #listChoices(): void {
    process.stdout.write(formatChoices(this.#choices, this.#terminal))
  }

  #say(text: string): void {
    this.#terminal.aside(`${this.#terminal.dim(wrap(text, this.#terminal.columns))}\n`)
  }
}

/** Shows a turn while it is played; of one that `signal` broke off, not the end. */
export async function showTurn(turn: PlayedTurn, terminal: Terminal, signal: AbortSignal): Promise<TurnResult> {
  const view = new TurnView(terminal)
  try {
    for await (const event of turn) if (!signal.aborted) await view.show(event)
    return await turn.result
  } finally {
    view.stop()
  }
}

/** The choices as a numbered list, with a line of air before it. */
export function formatChoices(choices: readonly Choice[], terminal: Terminal): string {
  if (choices.length === 0) return ''
  const lines = choices.map(({ text, hint }, index) => {
    const told = hint ? ` ${terminal.marks.dash} ${hint}` : ''
    return wrap(`  ${index + 1}. ${text}${told}`, terminal.columns)
  })
  return `\n${lines.join('\n')}\n`
}

function noChoice(number: string, count: number): string {
  if (count === 0)
    return `There is no choice ${number}: nothing is offered just now. Say what you do in your own words.`
  return `There is no choice ${number}. ${count === 1 ? 'The only one is 1' : `Take one from 1 to ${count}`}, or say what you do in your own words.`
}

/** A number stands for the choice of that number; `undefined` where there is none of that number. */
function chosen(line: string, choices: readonly Choice[]): string | undefined {
  const number = /^\s*(\d+)[.)]?\s*$/.exec(line)?.[1]
  return number === undefined ? line : choices[Number(number) - 1]?.text
}
