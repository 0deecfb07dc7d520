import {
  argument,
  type ArgValues,
  choice,
  defineCommand,
  flag,
  number,
  optionalArgument,
  text,
} from '../define-command.ts'
import { jsonFlag } from './shared-args.ts'

const story = optionalArgument('the name or id of a story; defaults to the one played last')

const showArgs = { story, json: flag('print JSON: every turn of every branch') }
const moveArgs = { story, steps: number('n', 'how many turns', { default: 1 }), json: jsonFlag }
const branchArgs = {
  story: argument('the name or id of a story'),
  turn: optionalArgument('the number, label or id of a turn'),
  label: text('name', 'label the turn'),
  json: jsonFlag,
}
const exportArgs = {
  story,
  format: choice('name', ['markdown', 'html', 'json'], 'the format; defaults to that of the output file, or markdown'),
  output: text('file', 'the file to write; defaults to standard output'),
  withData: flag('include the data of skills (JSON only)'),
}
const importArgs = {
  file: argument('the JSON document, or - for standard input'),
  name: text('name', 'the name of the imported story'),
  json: jsonFlag,
}
const replayArgs = {
  story,
  turn: text('turn', 'replay only the turn of this number, label or id', ['line']),
  line: flag('replay only the branch that is being played'),
  json: jsonFlag,
}
const whyArgs = {
  key: argument('names separated by dots, or a JSON Pointer'),
  story,
  session: text('story', 'the name or id of a story; defaults to the one played last'),
  json: jsonFlag,
}

export type ListOptions = { json: true | undefined }
export type ShowOptions = ArgValues<typeof showArgs>
export type MoveOptions = ArgValues<typeof moveArgs>
export type BranchOptions = ArgValues<typeof branchArgs>
export type ExportOptions = ArgValues<typeof exportArgs>
export type ImportOptions = ArgValues<typeof importArgs>
export type ReplayOptions = ArgValues<typeof replayArgs>
export type WhyOptions = ArgValues<typeof whyArgs>

const move = (direction: 'undo' | 'redo', description: string) =>
  defineCommand({
    name: direction,
    description,
    args: moveArgs,
    examples: [`sessions ${direction}`, `sessions ${direction} castle --steps 2`],
    run: async (options, io) => (await import('./sessions/navigate.ts')).moveSession(direction, options, io),
  })

export const sessionsCommand = defineCommand({
  name: 'sessions',
  description: 'manage stored stories',
  examples: ['sessions list', 'sessions show castle'],
  commands: [
    defineCommand({
      name: 'list',
      description: 'list all stories, the one played last first',
      args: { json: jsonFlag },
      examples: ['sessions list', 'sessions list --json'],
      run: async (options, io) => (await import('./sessions/read.ts')).listSessions(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'print a story',
      args: showArgs,
      examples: ['sessions show castle', 'sessions show castle --json'],
      run: async (options, io) => (await import('./sessions/read.ts')).showSession(options, io),
    }),
    move('undo', 'undo the last turn'),
    move('redo', 'redo an undone turn'),
    defineCommand({
      name: 'branch',
      description: 'list the branches of a story, or go to a turn to begin a new branch there',
      args: branchArgs,
      examples: ['sessions branch castle', 'sessions branch castle 7 --label "before the gate"'],
      run: async (options, io) => (await import('./sessions/navigate.ts')).branchSession(options, io),
    }),
    defineCommand({
      name: 'export',
      description: 'write a story as text, a web page or JSON',
      args: exportArgs,
      examples: [
        'sessions export castle --output castle.html',
        'sessions export castle --with-data --output castle.json',
      ],
      run: async (options, io) => (await import('./sessions/export.ts')).exportStory(options, io),
    }),
    defineCommand({
      name: 'import',
      description: 'store a story that was exported as JSON',
      args: importArgs,
      examples: ['sessions import castle.json', 'sessions import castle.json --name "the castle again"'],
      run: async (options, io) => (await import('./sessions/import.ts')).importStory(options, io),
    }),
    defineCommand({
      name: 'replay',
      description: 'rebuild a story from its record and compare; runs no tool',
      args: replayArgs,
      examples: ['sessions replay castle', 'sessions replay castle --line', 'sessions replay castle --turn 7'],
      run: async (options, io) => (await import('./sessions/replay.ts')).replaySession(options, io),
    }),
    defineCommand({
      name: 'why',
      description: 'show which turn, plan and tool wrote a key of the state',
      args: whyArgs,
      examples: ['sessions why inventory.torch', 'sessions why /inventory/torch castle'],
      run: async (options, io) => (await import('./sessions/why.ts')).explainKey(options, io),
    }),
  ],
})
