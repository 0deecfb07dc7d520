import { countTokens, type RoleTokens, findStateValue } from '@narratoria/runtime/history'
import { type ExportFormat, exportEpub, exportSession } from '@narratoria/runtime/exchange'
import type { NotesChange } from '@narratoria/runtime/manage'
import { type StoryNotes, RuntimeError, type Session } from '@narratoria/runtime'
import { UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import type { OpenHost, PlannerChoice } from '../host/open-host.ts'
import { describeModels } from '../host/describe-models.ts'
import { newFile, writeAtomically } from '../host/write-atomically.ts'
import { printable } from '@narratoria/protocol/printable'
import { count, firstLine } from '../terminal/terminal.ts'
import { listWithAlternatives, wordsOf } from './branch-list.ts'
import { contextText } from './context-text.ts'
import { notesText } from './notes-text.ts'
import { whyText } from './why-text.ts'

export interface CommandContext {
  io: Io
  host: OpenHost
  session: Session
  columns: number
  /** Writes a line that is not part of the story. */
  say: (text: string) => void
}

/** What happens after a command. `moved` means that another turn is the current one. */
export type CommandOutcome = 'stay' | 'moved' | 'retry' | 'continue' | 'quit'

interface SlashCommand {
  usage: string
  description: string
  run(argument: string, context: CommandContext): CommandOutcome | Promise<CommandOutcome>
}

const commands: Record<string, SlashCommand> = {
  undo: { usage: '/undo [n]', description: 'go back one turn, or n', run: undo },
  redo: { usage: '/redo [n]', description: 'redo one turn, or n', run: redo },
  retry: { usage: '/retry', description: 'play the last turn again, as another version', run: () => 'retry' },
  continue: { usage: '/continue', description: 'continue the story without an act', run: () => 'continue' },
  swipe: { usage: '/swipe [back]', description: 'show another text of the last turn', run: swipe },
  edit: { usage: '/edit text', description: 'replace the last narration; the old one is kept', run: edit },
  reword: { usage: '/reword text', description: 'replace your own last words', run: reword },
  notes: {
    usage: '/notes [part text]',
    description: 'show or set the notes for the narrating model: style, persona, note, depth, pin',
    run: notes,
  },
  branch: {
    usage: '/branch [turn]',
    description: 'list the branches, or go to a turn by number or label',
    run: branch,
  },
  label: { usage: '/label name', description: 'give this moment a name', run: label },
  save: { usage: '/save name', description: 'give the story a name; its turns are kept anyway', run: save },
  state: { usage: '/state [key]', description: 'show the state of the world', run: state },
  why: { usage: '/why key', description: 'show which turn and tool wrote a key of the state', run: why },
  tools: { usage: '/tools', description: 'show what ran in the last turn', run: tools },
  skills: { usage: '/skills', description: 'show the skills and their health', run: skills },
  model: { usage: '/model', description: 'show which models plan and narrate', run: model },
  context: { usage: '/context', description: 'show what the narrating model was sent', run: context },
  planner: { usage: '/planner [name]', description: 'show or change the planner: stub, llama or auto', run: planner },
  export: { usage: '/export file', description: 'write the story to a .md, .html or .json file', run: exportStory },
  help: { usage: '/help', description: 'show this help', run: help },
  quit: { usage: '/quit', description: 'leave the story; it is kept', run: () => 'quit' },
}

/** Whether a line is a command and not an action of the player. */
export function isCommand(line: string): boolean {
  return /^\/\w*/.test(line.trim())
}

export function completeCommand(beginning: string): string[] {
  if (!beginning.startsWith('/')) return []
  return Object.keys(commands).flatMap((name) => (`/${name}`.startsWith(beginning) ? [`/${name} `] : []))
}

/** Runs a command. Reports expected errors with `say`. */
export async function runCommand(line: string, context: CommandContext): Promise<CommandOutcome> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*(.*)$/s.exec(line.trim()) ?? []
  const command = commands[name.toLowerCase()]
  if (!command) {
    context.say(`There is no command /${printable(name)}. /help lists all commands.`)
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
  return 'moved'
}

async function redo(argument: string, { session }: CommandContext): Promise<CommandOutcome> {
  await session.redo(steps(argument))
  return 'moved'
}

/** @throws {UsageError} if it is not a positive integer */
function steps(argument: string): number {
  if (argument === '') return 1
  const number = Number(argument)
  if (/^\d+$/.test(argument) && Number.isSafeInteger(number) && number > 0) return number
  throw new UsageError(`"${printable(argument)}" is not a number of turns; for example: /undo 2`)
}

async function swipe(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  if (!['', 'back'].includes(argument)) throw new UsageError('/swipe shows the next text, /swipe back the one before')
  const { position, count: texts } = await session.swipe(argument === 'back' ? -1 : 1)
  say(`Text ${position} of ${texts}.`)
  return 'moved'
}

async function edit(argument: string, { session }: CommandContext): Promise<CommandOutcome> {
  if (argument === '') throw new UsageError('/edit text replaces the last narration; a line that ends with \\ goes on')
  await session.edit({ narrative: argument })
  return 'moved'
}

async function reword(argument: string, { session }: CommandContext): Promise<CommandOutcome> {
  if (argument === '') throw new UsageError('/reword text replaces your last words')
  await session.edit({ prompt: argument })
  return 'moved'
}

const noteParts = 'style, persona, note, depth, pin or unpin'

async function notes(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  const [, part = '', text = ''] = /^(\S*)\s*(.*)$/s.exec(argument) ?? []
  const before = await session.notes()
  if (part !== '') await session.changeNotes(notesChange(part.toLowerCase(), text, before)).catch(refuseNotes)
  say(printable(notesText(await session.notes())))
  return 'stay'
}

/** @throws {UsageError} */
function notesChange(part: string, text: string, { pinned = [], note }: StoryNotes): NotesChange {
  if (part === 'style' || part === 'persona') return { [part]: text }
  if (part === 'note') return { note: { text, depth: note?.depth ?? 0 } }
  if (part === 'depth') return { note: { text: note?.text ?? '', depth: depthOf(text, note) } }
  if (part === 'pin' && text !== '') return { pinned: [...pinned, text] }
  if (part === 'unpin' && pinned[Number(text) - 1] !== undefined)
    return { pinned: pinned.filter((_, index) => index + 1 !== Number(text)) }
  if (part === 'unpin') throw new UsageError('name the number of a pinned fact: /notes unpin 1')
  throw new UsageError(`name a part and its text: ${noteParts}; for example /notes persona Ada, a tired pilot`)
}

/** How many turns before the present one the note stands. @throws {UsageError} */
function depthOf(text: string, note: StoryNotes['note']): number {
  if (!note) throw new UsageError('there is no note yet; write it first: /notes note Let the fog thicken.')
  if (/^\d+$/.test(text) && Number.isSafeInteger(Number(text))) return Number(text)
  throw new UsageError(`"${printable(text)}" is not a number of turns; for example: /notes depth 2`)
}

function refuseNotes(error: unknown): never {
  throw error instanceof TypeError ? new UsageError(error.message) : error
}

async function branch(argument: string, { session, say, columns }: CommandContext): Promise<CommandOutcome> {
  if (argument !== '') {
    await session.moveTo(argument)
    return 'moved'
  }
  const [last] = await session.turns(1)
  const ends = await session.branches()
  if (ends.length === 0) say('There are no turns yet.')
  for (const turn of listWithAlternatives(ends, await session.alternatives(), last?.turnId)) {
    const marks = [turn.place, turn.label ?? ''].filter((mark) => mark !== '').join(', ')
    say(firstLine(`${turn.seq}${marks ? ` (${marks})` : ''}: ${wordsOf(turn)}`, columns))
  }
  return 'stay'
}

async function label(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  const { seq } = await session.label(argument === '' ? null : argument)
  say(argument === '' ? `Turn ${seq} has no label now.` : `Turn ${seq} is "${printable(argument)}" now.`)
  return 'stay'
}

async function save(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  if (argument === '') throw new UsageError('every turn is kept already; /save name gives the story a name')
  await session.rename(argument)
  say(`This story is called "${printable(session.title)}" now.`)
  return 'stay'
}

async function state(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  const value = findStateValue(await session.state(), argument)
  say(value === undefined ? `The state has no "${printable(argument)}".` : printable(layOut(value)))
  return 'stay'
}

async function context(_: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  say(contextText(await session.narratorContext()))
  return 'stay'
}

async function why(argument: string, { session, say }: CommandContext): Promise<CommandOutcome> {
  if (argument === '') say('Name a key: /why inventory.torch')
  else say(whyText(argument, await session.why(argument)))
  return 'stay'
}

async function tools(_: string, { session, say, columns }: CommandContext): Promise<CommandOutcome> {
  const last = await session.lastTurn()
  if (!last) say('There are no turns yet.')
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

async function model(_: string, { host, session, say }: CommandContext): Promise<CommandOutcome> {
  const text = describeModels(host.playing)
  say(`${text.charAt(0).toUpperCase()}${text.slice(1)}.`)
  const last = await session.lastTurn()
  for (const tokens of countTokens(last?.events ?? [])) say(`Last turn: ${tokensText(tokens)}.`)
  return 'stay'
}

function tokensText({ role, answers, promptTokens, completionTokens }: RoleTokens): string {
  const read = `${count(promptTokens, 'token')} read and ${completionTokens} written`
  return `${role} ${read} in ${count(answers, 'answer')}`
}

const planners: readonly string[] = ['stub', 'llama', 'auto'] satisfies PlannerChoice[]

async function planner(argument: string, { host, say }: CommandContext): Promise<CommandOutcome> {
  if (argument !== '' && !planners.includes(argument)) {
    say(`There is no planner "${printable(argument)}". Choose /planner stub, /planner llama or /planner auto.`)
    return 'stay'
  }
  if (argument !== '') await host.usePlanner(argument as PlannerChoice)
  say(`The planner is ${host.plannerName}: ${describeModels(host.playing)}.`)
  return 'stay'
}

async function exportStory(argument: string, { io, host, session, say }: CommandContext): Promise<CommandOutcome> {
  const format = formatOf(argument)
  if (argument === '' || !format) {
    say('Name a file: /export story.md, story.html, story.epub, story.jsonl (SillyTavern) or story.json')
    return 'stay'
  }
  try {
    const mask = <T>(value: T): T => host.skills.maskSecrets(value)
    if (format === 'epub') await exportEpub(host.store, session.id, newFile(io, argument), { mask })
    else await writeAtomically(io, argument, exportSession(host.store, session.id, { format, mask }))
    say(`The story is in ${printable(argument)}.`)
  } catch (error) {
    say(printable((error as Error).message))
  }
  return 'stay'
}

/** The export format of a file, by the ending of its name. */
export function formatOf(file: string): ExportFormat | 'epub' | undefined {
  const ending = /\.(md|markdown|html?|epub|jsonl|json)$/i.exec(file)?.[1]?.toLowerCase()
  if (ending === 'json' || ending === 'epub') return ending
  if (ending === 'jsonl') return 'sillytavern'
  if (ending?.startsWith('h')) return 'html'
  return ending ? 'markdown' : undefined
}

function help(_: string, { say }: CommandContext): CommandOutcome {
  say('Say what you do, in your own words. A number or the arrow keys select a choice.')
  say('A line that ends with \\ continues on the next one. Ctrl-C cancels a turn.')
  say('')
  for (const { usage, description } of Object.values(commands)) say(`  ${usage.padEnd(16)} ${description}`)
  return 'stay'
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text
}

/** JSON over several lines. A list that fits stays on one line. */
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
