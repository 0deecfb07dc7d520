import type { Choice, TurnResult } from '@narratoria/protocol'
import type { Narratoria, Session } from '@narratoria/runtime'
import { UsageError, exitCodes } from '../exit-codes.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'
import { type HostOptions, openHost } from '../host/open-host.ts'
import { opening } from '../story/opening.ts'
import { describeTerminal } from '../terminal/terminal.ts'
import { TurnView } from '../terminal/turn-view.ts'
import { openPrompt } from '../terminal/prompt.ts'

interface PlayOptions extends HostOptions {
  prompt?: string
  session?: string
  json?: boolean
}

/** `narratoria play`: one turn with `--prompt`, else a story until the player leaves. */
export async function play(options: PlayOptions): Promise<void> {
  if (options.json && options.prompt === undefined) throw new UsageError('--json needs --prompt: it prints one turn')
  const host = await openHost(options)
  try {
    for (const warning of host.skills.warnings)
      process.stderr.write(`narratoria: ${warning.path}: ${warning.message}\n`)
    const session = await host.openSession(options.session)
    if (options.prompt === undefined) await playStory(host, session)
    else await playOnce(session, options.prompt, options.json === true)
  } finally {
    await host.close()
  }
}

async function playOnce(session: Session, prompt: string, json: boolean): Promise<void> {
  const interrupt = abortOnInterrupt()
  try {
    const result = json
      ? await session.play(prompt, { signal: interrupt.signal }).result
      : await show(session, prompt, interrupt.signal)
    if (json) process.stdout.write(`${JSON.stringify(asDocument(result))}\n`)
    else listChoices(result.choices)
    if (interrupt.signal.aborted) process.exitCode = 130
  } finally {
    interrupt.release()
  }
}

function asDocument(result: TurnResult) {
  const { sessionId, turnId, narrative, choices, plan, result: execution, state, attempts, fallback } = result
  return { sessionId, turnId, narrative, choices, plan, result: execution, state, attempts, fallback }
}

async function show(session: Session, prompt: string, signal: AbortSignal): Promise<TurnResult> {
  const view = new TurnView(describeTerminal())
  const turn = session.play(prompt, { signal })
  for await (const event of turn) await view.show(event)
  return turn.result
}

async function playStory(host: Narratoria, session: Session): Promise<void> {
  const terminal = describeTerminal()
  const earlier = await session.turns(1)
  const skillCount = host.skills.available().length
  process.stdout.write(
    `${terminal.dim(`${skillCount} skills, no language model (the stub planner plays). /help tells more, /quit leaves.`)}\n\n`,
  )
  let choices: Choice[] = earlier.length === 0 ? opening.choices : []
  process.stdout.write(`${new TurnView(terminal).format(earlier[0]?.narrative ?? opening.text)}\n`)

  const prompt = openPrompt()
  try {
    while (true) {
      listChoices(choices)
      const line = await prompt.ask('\n> ')
      if (line === undefined || line.trim() === '/quit') break
      if (line.trim() === '') continue
      if (line.trim().startsWith('/')) {
        await command(line.trim(), session)
        continue
      }
      const interrupt = abortOnInterrupt()
      prompt.onInterrupt = interrupt.interrupt
      try {
        process.stdout.write('\n')
        const result = await show(session, chosen(line, choices), interrupt.signal)
        choices = result.choices
      } finally {
        prompt.onInterrupt = undefined
        interrupt.release()
      }
    }
  } finally {
    prompt.close()
  }
  process.exitCode = exitCodes.success
}

/** A number stands for the choice of that number. */
function chosen(line: string, choices: Choice[]): string {
  const number = /^\s*(\d+)[.)]?\s*$/.exec(line)?.[1]
  return (number && choices[Number(number) - 1]?.text) || line
}

function listChoices(choices: Choice[]): void {
  if (choices.length === 0) return
  const lines = choices.map(
    (choice, index) => `  ${index + 1}. ${choice.text}${choice.hint ? ` – ${choice.hint}` : ''}`,
  )
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

async function command(line: string, session: Session): Promise<void> {
  if (line === '/state') process.stdout.write(`${JSON.stringify(await session.state(), null, 2)}\n`)
  else
    process.stdout.write(
      'Say what you do, in your own words, or give the number of a choice.\n/state shows the state, /quit leaves.\n',
    )
}
