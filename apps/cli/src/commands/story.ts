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
import { jsonFlag, skillArgs } from './shared-args.ts'

const readArgs = {
  project: text('dir', 'the story project; defaults to the one of the current folder'),
  json: jsonFlag,
}
const writeArgs = { ...readArgs, ...skillArgs }
const newArgs = {
  name: argument('the folder, and the name of the novel'),
  genre: text('text', 'for example: mystery'),
  premise: text('text', 'what the novel is about, in one sentence'),
  protagonist: text('text', 'for example: "Elena Voss, a young cartographer"'),
  setting: text('text', 'for example: "Port Verrin, a drowned city"'),
  tone: text('text', 'for example: quiet'),
  seed: text('text', 'determines names and everything that the stub writes; defaults to a random one'),
  json: jsonFlag,
}
const tickArgs = {
  ...writeArgs,
  dryRun: flag('show the plan of the next tick without running it'),
  save: text('file', 'with --dry-run: write the plan to a file'),
  fresh: flag('with --dry-run: plan again; the stub makes the same plan'),
  plan: text('file', 'run this plan; - reads standard input'),
  retry: number('tick', 'retry a failed tick, with its last plan or that of --plan'),
}
const runArgs = {
  ...writeArgs,
  n: number('count', 'how many scenes', { default: 1 }),
  attempts: number('count', 'how often to try a tick before the run stops', { default: 1 }),
}
const showArgs = { scene: optionalArgument('a scene such as S003, or a tick'), ...readArgs }
const compileArgs = {
  ...readArgs,
  format: choice('format', ['md', 'html', 'epub'], 'the format', 'md'),
  output: text('file', 'the file to write; defaults to the name of the novel in the current folder'),
}

export type ReadOptions = ArgValues<typeof readArgs>
export type WriteOptions = ArgValues<typeof writeArgs>
export type NewOptions = ArgValues<typeof newArgs>
export type TickOptions = ArgValues<typeof tickArgs>
export type RunOptions = ArgValues<typeof runArgs>
export type ShowOptions = ArgValues<typeof showArgs>
export type CompileOptions = ArgValues<typeof compileArgs>

export const storyCommand = defineCommand({
  name: 'story',
  description: 'write a novel scene by scene',
  examples: ['story new harbour', 'story run --n 3'],
  commands: [
    defineCommand({
      name: 'new',
      description: 'create a story project in a new folder',
      args: newArgs,
      examples: [
        'story new harbour',
        'story new harbour --genre mystery --premise "A map shows a street that is not there"',
      ],
      run: async (options, io) => (await import('./story/project.ts')).newStory(options, io),
    }),
    defineCommand({
      name: 'tick',
      description: 'plan and write the next scene',
      args: tickArgs,
      examples: ['story tick', 'story tick --dry-run --save plan.json', 'story tick --plan plan.json'],
      run: async (options, io) => (await import('./story/write.ts')).tickStory(options, io),
    }),
    defineCommand({
      name: 'run',
      description: 'write several scenes',
      args: runArgs,
      examples: ['story run --n 3', 'story run --n 10 --attempts 2'],
      run: async (options, io) => (await import('./story/write.ts')).runStory(options, io),
    }),
    defineCommand({
      name: 'undo',
      description: 'undo the last tick',
      args: writeArgs,
      examples: ['story undo'],
      run: async (options, io) => (await import('./story/write.ts')).undoTick(options, io),
    }),
    defineCommand({
      name: 'status',
      description: 'show the progress of the novel and its open loops',
      args: readArgs,
      examples: ['story status'],
      run: async (options, io) => (await import('./story/read.ts')).showStatus(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'print the scenes, or one of them',
      args: showArgs,
      examples: ['story show', 'story show S003'],
      run: async (options, io) => (await import('./story/read.ts')).showScenes(options, io),
    }),
    defineCommand({
      name: 'compile',
      description: 'write all scenes to one file',
      args: compileArgs,
      examples: ['story compile', 'story compile --format epub --output harbour.epub'],
      run: async (options, io) => (await import('./story/read.ts')).compileScenes(options, io),
    }),
  ],
})
