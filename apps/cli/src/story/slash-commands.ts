import { type ExportFormat, RuntimeError, type Session, exportSession, findStateValue } from '@narratoria/runtime'
import { UsageError } from '../exit-codes.ts'
import type { OpenHost, PlannerChoice } from '../host/open-host.ts'
import { writeWhole } from '../host/write-whole.ts'
import { firstLine, printable } from '../terminal/terminal.ts'
import { listWithAlternatives } from './branch-list.ts'
import { whyText } from './why-text.ts'

/** What a command works on, and how it speaks. */
export interface CommandContext {
  host: OpenHost
  session: Session
  columns: number
  say: (text: string) => void
}

/** What the story does next after a command. */
export type CommandOutcome = 'stay' | 'told' | 'retry' | 'quit'

interface SlashCommand {
  usage: string
  does: string
  run(argument: string, context: CommandContext): CommandOutcome | Promise<CommandOutcome>
}

const commands: Record<string, SlashCommand> = {
  undo: { usage: '/undo [n]', does: 'go back one turn, or n', run: undo },
  redo: { usage: '/redo [n]', does: 'take undos back', run: redo },
  retry: { usage: '/retry', does: 'have the last turn told differently', run: () => 'retry' },
  branch: { usage: '/branch [turn]', does: 'list the branches, or go to a turn by number or label', run: branch },
  label: { usage: '/label name', does: 'give this moment a name', run: label },
  state: { usage: '/state [key]', does: 'show the state of the world', run: state },
  why: { usage: '/why key', does: 'say which turn and tool wrote a key of the state', run: why },
  tools: { usage: '/tools', does: 'show what ran in the last turn', run: tools },
  skills: { usage: '/skills', does: 'show the skills and their health', run: skills },
  planner: { usage: '/planner [who]', does: 'say or change who plans: stub, llama or auto', run: planner },
  export: { usage: '/export file', does: 'write the story to a .md, .html or .json file', run: exportStory },
  help: { usage: '/help', does: 'show this', run: help },
  quit: { usage: '/quit', does: 'leave; the story is kept', run: () => 'quit' },
}

/** Tells whether a line is a command rather than something that the player does. */
export function isCommand(line: string): boolean {
  return /^\/\w*/.test(line.trim())
}

/** What the beginning of a command can become. */
export function completeCommand(beginning: string): string[] {
  if (!beginning.startsWith('/')) return []
  return Object.keys(commands).flatMap((name) => (`/${name}`.startsWith(beginning) ? [`/${name} `] : []))
}

/** Runs a command; what it cannot do is said, and the story goes on. */
export async function runCommand(line: string, context: CommandContext): Promise<CommandOutcome> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*(.*)$/s.exec(line.trim()) ?? []
  const command = commands[name.toLowerCase()]
  if (!command) {
    context.say(`There is no command /${printable(name)}. /help lists them all.`)
    return 'stay'
  }
  try {
    return await command.run(argument.trim(), context)
  } catch (error) {
    if (!RuntimeError.isInstance(error) && !(error instanceof UsageError)) throw error
    context.say(error.message)
    return 'stay'
  }
}

async function undo(argument: string, { session }: CommandContext): Promise<CommandOutcome> {
  await session.undo(steps(argument))
  return 'told'
}

async function redo(argument: string, { session }: CommandContext): Promise<CommandOutcome> {
  await session.redo(steps(argument))
  return 'told'
}

/** @throws {UsageError} where it is no number of turns */
function steps(argument: string): number {
  if (argument === '') return 1
  const number = Number(argument)
  if (/^\d+$/.test(argument) && Number.isSafeInteger(number) && number > 0) return number
  throw new UsageError(`"${printable(argument)}" is no number of turns; say it like this: /undo 2`)
}

async function branch(argument: string, { session, say, columns }: CommandContext): Promise<CommandOutcome> {
  if (argument !== '') {
    await session.moveTo(argument)
    return 'told'
  }
  const [last] = await session.turns(1)
  const ends = await session.branches()
  if (ends.length === 0) say('Nothing was played yet.')
  for (const turn of listWithAlternatives(ends, await session.alternatives(), last?.turnId)) {
    const marks = [turn.place, turn.label ?? ''].filter((mark) => mark !== '').join(', ')
    say(firstLine(`${turn.seq}${marks ? ` (${marks})` : ''}: ${turn.prompt}`, columns))
  }
  return 'stay'
}

async function label(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  const { seq } = await session.label(argument === '' ? null : argument)
  say(argument === '' ? `Turn ${seq} has no name any more.` : `Turn ${seq} is "${printable(argument)}" now.`)
  return 'stay'
}

async function state(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  const value = findStateValue(await session.state(), argument)
  say(value === undefined ? `The state has no "${printable(argument)}".` : printable(layOut(value)))
  return 'stay'
}

async function why(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  if (argument === '') say('Say which key: /why inventory.torch')
  else say(whyText(argument, await session.why(argument)))
  return 'stay'
}

async function tools(_: string, { session, say, columns }: CommandContext): Promise<CommandOutcome> {
  const last = await session.lastTurn()
  if (!last) say('Nothing was played yet.')
  for (const { attempt, planner, plan, result, error } of last?.attempts ?? []) {
    say(`Plan ${attempt} by ${planner}${error ? ` (${error})` : ''}:`)
    for (const { toolId, toolPath } of plan?.tools ?? []) {
      const tool = result?.toolResults.find((found) => found.toolId === toolId)
      const time = tool ? ` in ${Math.round(tool.executionTime)} ms` : ''
      say(
        firstLine(
          `  ${toolId}: ${tool?.state ?? 'not run'}${time}${tool?.summary ? `, ${tool.summary}` : ''}  ${toolPath}`,
          columns * 2,
        ),
      )
    }
  }
  return 'stay'
}

function skills(_: string, { host, say, columns }: CommandContext): CommandOutcome {
  for (const { name, description, enabled, errorState } of host.skills.list()) {
    const health = !enabled ? ' (off)' : errorState === 'healthy' ? '' : ` (${errorState})`
    say(firstLine(`${name}${health}: ${firstSentence(description)}`, columns))
  }
  return 'stay'
}

const planners: readonly string[] = ['stub', 'llama', 'auto'] satisfies PlannerChoice[]

async function planner(argument: string, { host, say }: CommandContext): Promise<CommandOutcome> {
  if (argument !== '' && !planners.includes(argument)) {
    say(`There is no planner "${printable(argument)}". Choose /planner stub, /planner llama or /planner auto.`)
    return 'stay'
  }
  if (argument !== '') await host.usePlanner(argument as PlannerChoice)
  const who =
    host.plannerName === 'stub' ? 'no language model, by triggers' : `the model ${host.modelName ?? 'unknown'}`
  say(`Turns are planned by ${host.plannerName}: ${who}.`)
  return 'stay'
}

async function exportStory(argument: string, { host, session, say }: CommandContext): Promise<CommandOutcome> {
  const format = formatOf(argument)
  if (argument === '' || !format) {
    say('Say where to: /export story.md, /export story.html or /export story.json')
    return 'stay'
  }
  try {
    const pieces = exportSession(host.store, session.id, { format, mask: (value) => host.skills.maskSecrets(value) })
    await writeWhole(argument, pieces)
    say(`The story is in ${printable(argument)}.`)
  } catch (error) {
    say(printable((error as Error).message))
  }
  return 'stay'
}

/** The format that a file's name asks for. */
export function formatOf(file: string): ExportFormat | undefined {
  const ending = /\.(md|markdown|html?|json)$/i.exec(file)?.[1]?.toLowerCase()
  if (ending === 'json') return 'json'
  if (ending?.startsWith('h')) return 'html'
  return ending ? 'markdown' : undefined
}

function help(_: string, { say }: CommandContext): CommandOutcome {
  say('Say what you do, in your own words. A number, or the arrow down, takes a choice.')
  say('A line that ends with \\ goes on in the next one. Ctrl-C breaks a turn off.')
  say('')
  for (const { usage, does } of Object.values(commands)) say(`  ${usage.padEnd(16)} ${does}`)
  return 'stay'
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

/** JSON over several lines; a list that fits stays in one. */
function layOut(value: unknown, indent = ''): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) {
    const flat = `[${value.map((entry) => JSON.stringify(entry)).join(', ')}]`
    const fits = flat.length + indent.length < 78 && value.every((entry) => entry === null || typeof entry !== 'object')
    if (fits || value.length === 0) return flat
    return `[\n${value.map((entry) => inner + layOut(entry, inner)).join(',\n')}\n${indent}]`
  }
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return `{\n${entries.map(([key, entry]) => `${inner}${JSON.stringify(key)}: ${layOut(entry, inner)}`).join(',\n')}\n${indent}}`
}
