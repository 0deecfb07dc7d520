import { type Command, Option } from 'commander'
import { collect, positiveInteger } from '../option-values.ts'
import { examples } from '../help-output.ts'

const projectOption = () =>
  new Option('--project <dir>', 'the story project; by default the one that the working directory belongs to')
const writingOptions = () => [
  projectOption(),
  new Option('--skills <dir>', 'a folder of skills, as often as needed').argParser(collect).default([], 'none'),
  new Option('--no-shipped-skills', 'leave the shipped skills out'),
  new Option('--json', 'print JSON'),
]

/** Registers `narratoria story …`. */
export function addStoryCommands(program: Command): void {
  const story = program
    .command('story')
    .description('a novel that plans and writes itself, scene by scene')
    .addHelpText('after', examples('story new harbour', 'story run --n 3'))
  const add = (name: string, description: string, options: Option[], ...uses: string[]) => {
    const command = story
      .command(name)
      .description(description)
      .addHelpText('after', examples(...uses))
    for (const option of options) command.addOption(option)
    return command
  }
  const load = () => import('./story.ts')

  add(
    'new',
    'make a story project in a new folder',
    [
      new Option('--genre <text>', 'such as: mystery'),
      new Option('--premise <text>', 'what it is about, in a sentence'),
      new Option('--protagonist <text>', 'such as: "Elena Voss, a young cartographer"'),
      new Option('--setting <text>', 'such as: "Port Verrin, a drowned city"'),
      new Option('--tone <text>', 'such as: quiet'),
      new Option('--seed <text>', 'decides names, and all that the stub makes; by chance unless told'),
      new Option('--json', 'print JSON'),
    ],
    'story new harbour',
    'story new harbour --genre mystery --premise "A map shows a street that is not there"',
  )
    .argument('<name>', 'the folder, and the name of the novel')
    .action(async (name, options) => (await load()).newStory(name, options))

  add(
    'tick',
    'plan and write the next scene',
    [
      ...writingOptions(),
      new Option('--dry-run', 'show the plan that the following tick runs, and run nothing'),
      new Option('--save <file>', 'with --dry-run: save the plan for editing'),
      new Option(
        '--fresh',
        'with --dry-run: ask the planner again; the stub, which goes by the project alone, plans the same',
      ),
      new Option('--plan <file>', 'run this plan, or standard input with -'),
      new Option('--retry <tick>', 'try a failed tick again, by its last plan unless --plan is given').argParser(
        positiveInteger,
      ),
    ],
    'story tick',
    'story tick --dry-run --save plan.json',
    'story tick --plan plan.json',
  ).action(async (options) => (await load()).tick(options))

  add(
    'run',
    'write several scenes',
    [
      ...writingOptions(),
      new Option('--n <count>', 'how many').argParser(positiveInteger).default(1),
      new Option('--attempts <count>', 'how often a tick may be tried before the run stops')
        .argParser(positiveInteger)
        .default(1),
    ],
    'story run --n 3',
    'story run --n 10 --attempts 2',
  ).action(async (options) => (await load()).runStory(options))

  add('undo', 'take the last tick back', writingOptions(), 'story undo').action(async (options) =>
    (await load()).undo(options),
  )

  const read = () => import('./story-read.ts')
  const json = () => new Option('--json', 'print JSON')

  add('status', 'how far the novel is, and what is open', [projectOption(), json()], 'story status').action(
    async (options) => (await read()).status(options),
  )

  add('show', 'read the scenes, or one of them', [projectOption(), json()], 'story show', 'story show S003')
    .argument('[scene]', 'a scene such as S003, or a tick')
    .action(async (scene, options) => (await read()).show(scene, options))

  add(
    'compile',
    'make one file of all scenes',
    [
      projectOption(),
      new Option('--format <format>', 'of the file').choices(['md', 'html', 'epub']).default('md'),
      new Option('--output <file>', 'where to; the novel’s name in the working directory unless told'),
      json(),
    ],
    'story compile',
    'story compile --format epub --output harbour.epub',
  ).action(async (options) => (await read()).compile(options))
}
