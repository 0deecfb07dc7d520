import {
  argument,
  type ArgValues,
  choice,
  defineCommand,
  flag,
  number,
  optionalArgument,
  text,
} from '../../define-command.ts'
import { jsonFlag, skillArgs } from '../common-args.ts'

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
  scenes: number('count', 'how many scenes the outline has; a novel can go on after them', { default: 15 }),
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
const fromArgs = {
  session: argument('the story, by id, name or title'),
  folder: argument('the folder of the new project'),
  json: jsonFlag,
}
const campaignArgs = {
  folder: argument('the folder of the new campaign'),
  ...readArgs,
}
const outlineArgs = {
  ...readArgs,
  format: choice('format', ['text', 'mermaid'], 'the form: text, or a Mermaid flowchart', 'text'),
}
const rewriteArgs = {
  scene: argument('the scene, such as S003'),
  ...writeArgs,
  wish: text('text', 'what is to be different'),
}
const insertArgs = {
  after: argument('the scene behind which it comes, or start'),
  purpose: argument('what happens, in one sentence'),
  ...writeArgs,
  place: text('id', 'the location; defaults to that of the scene before'),
}
const moveArgs = {
  scene: argument('the scene, such as S003'),
  after: argument('the scene behind which it goes, or start'),
  ...writeArgs,
  yes: flag('move it although later scenes rely on it'),
}
const deleteArgs = {
  scene: argument('the scene, such as S003'),
  ...writeArgs,
  yes: flag('delete it although later scenes rely on it'),
}
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
export type FromOptions = ArgValues<typeof fromArgs>
export type CampaignOptions = ArgValues<typeof campaignArgs>
export type OutlineOptions = ArgValues<typeof outlineArgs>
export type RewriteOptions = ArgValues<typeof rewriteArgs>
export type InsertOptions = ArgValues<typeof insertArgs>
export type MoveOptions = ArgValues<typeof moveArgs>
export type DeleteOptions = ArgValues<typeof deleteArgs>
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
      run: async (options, io) => (await import('./project.ts')).newStory(options, io),
    }),
    defineCommand({
      name: 'from',
      description: 'make a story project of a story that was played',
      args: fromArgs,
      examples: ['story from castle castle-novel'],
      run: async (options, io) => (await import('./exchange.ts')).storyFrom(options, io),
    }),
    defineCommand({
      name: 'campaign',
      description: 'write the world of the novel as a campaign to play',
      args: campaignArgs,
      examples: ['story campaign harbour-game'],
      run: async (options, io) => (await import('./exchange.ts')).storyCampaign(options, io),
    }),
    defineCommand({
      name: 'outline',
      description: 'show the acts and scenes that are planned; edit them in outline.json',
      args: outlineArgs,
      examples: ['story outline', 'story outline --format mermaid'],
      run: async (options, io) => (await import('./outline.ts')).showOutline(options, io),
    }),
    defineCommand({
      name: 'tick',
      description: 'plan and write the next scene',
      args: tickArgs,
      examples: ['story tick', 'story tick --dry-run --save plan.json', 'story tick --plan plan.json'],
      run: async (options, io) => (await import('./write.ts')).tickStory(options, io),
    }),
    defineCommand({
      name: 'run',
      description: 'write several scenes',
      args: runArgs,
      examples: ['story run --n 3', 'story run --n 10 --attempts 2'],
      run: async (options, io) => (await import('./write.ts')).runStory(options, io),
    }),
    defineCommand({
      name: 'undo',
      description: 'undo the last tick or edit',
      args: writeArgs,
      examples: ['story undo'],
      run: async (options, io) => (await import('./write.ts')).undoTick(options, io),
    }),
    defineCommand({
      name: 'rewrite',
      description: 'write a scene again with a wish',
      args: rewriteArgs,
      examples: ['story rewrite S003 --wish "Elena is angry and says so"'],
      run: async (options, io) => (await import('./edit.ts')).rewriteScene(options, io),
    }),
    defineCommand({
      name: 'insert',
      description: 'write a new scene between two others',
      args: insertArgs,
      examples: ['story insert S003 "Elena buries the key."', 'story insert start "It rains on the harbour."'],
      run: async (options, io) => (await import('./edit.ts')).insertScene(options, io),
    }),
    defineCommand({
      name: 'move',
      description: 'move a scene, and show what later scenes rely on',
      args: moveArgs,
      examples: ['story move S003 S005', 'story move S003 start --yes'],
      run: async (options, io) => (await import('./edit.ts')).moveScene(options, io),
    }),
    defineCommand({
      name: 'delete',
      description: 'delete a scene, and show what later scenes rely on',
      args: deleteArgs,
      examples: ['story delete S003', 'story delete S003 --yes'],
      run: async (options, io) => (await import('./edit.ts')).deleteScene(options, io),
    }),
    defineCommand({
      name: 'check',
      description: 'find contradictions, and scenes that do not follow the style sheet',
      args: readArgs,
      examples: ['story check', 'story check --json'],
      run: async (options, io) => (await import('./outline.ts')).checkStory(options, io),
    }),
    defineCommand({
      name: 'status',
      description: 'show the progress of the novel and its open loops',
      args: readArgs,
      examples: ['story status'],
      run: async (options, io) => (await import('./read.ts')).showStatus(options, io),
    }),
    defineCommand({
      name: 'show',
      description: 'print the scenes, or one of them',
      args: showArgs,
      examples: ['story show', 'story show S003'],
      run: async (options, io) => (await import('./read.ts')).showScenes(options, io),
    }),
    defineCommand({
      name: 'compile',
      description: 'write all scenes to one file',
      args: compileArgs,
      examples: ['story compile', 'story compile --format epub --output harbour.epub'],
      run: async (options, io) => (await import('./read.ts')).compileScenes(options, io),
    }),
  ],
})
