import { createRequire } from 'node:module'
import { Argument, Command, CommanderError, Option } from 'commander'
import { declareSessions } from './commands/sessions-program.ts'
import { UsageError, exitCodes } from './exit-codes.ts'
import { addStoryCommands } from './commands/story-options.ts'
import { addToolCommands } from './commands/tool-commands.ts'
import { collect, positiveInteger } from './option-values.ts'

const { version } = createRequire(import.meta.url)('../package.json') as { version: string }

const plannerOption = () =>
  new Option('--planner <name>', 'who plans').choices(['auto', 'stub', 'llama']).default('auto')
const modelOption = () => new Option('--model <name>', 'a local model, by its name in the store or its path')
const skillsOption = () =>
  new Option('--skills <dir>', 'a folder of skills, as often as needed').argParser(collect).default([], 'none')
const noShippedOption = () => new Option('--no-shipped-skills', 'leave the shipped skills out')

function buildProgram(): Command {
  const program = new Command('narratoria')
    .description('Interactive stories in the terminal.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureHelp({ showGlobalOptions: true })

  program
    .command('play', { isDefault: true })
    .description('play a story; without --prompt interactively, with it one turn')
    .option('--prompt <text>', 'play this one turn and end')
    .option('--session <name>', 'continue the session of that name or id, or create it')
    .addOption(plannerOption())
    .addOption(modelOption())
    .addOption(skillsOption())
    .addOption(noShippedOption())
    .option('--new', 'begin a new story; without it an interactive one goes on where it was left')
    .option('--title <text>', 'the title of a new story')
    .option('--premise <text>', 'what a new story begins with')
    .option('--plain', 'no colour, nothing redrawn: for screen readers')
    .option('--json', 'with --prompt: print the turn as one JSON document')
    .addHelpText(
      'after',
      '\nExamples:\n  narratoria play\n  narratoria play --new --title "The Tower" --premise "It rains on the last lighthouse."\n' +
        '  narratoria play --session castle\n  narratoria play --prompt "I light the torch and examine the door"',
    )
    .action(async (options) => (await import('./commands/play.ts')).play(options))

  program
    .command('plan')
    .description('show the plan for a prompt and run nothing')
    .argument('<prompt>', 'what the player says')
    .addOption(plannerOption())
    .addOption(modelOption())
    .addOption(skillsOption())
    .addOption(noShippedOption())
    .addOption(
      new Option('--disable <skill>', 'plan without this skill, as often as needed')
        .argParser(collect)
        .default([], 'none'),
    )
    .option('--json', 'print the Plan JSON itself')
    .option('--graph', 'print the plan as a Mermaid graph')
    .action(async (prompt, options) => (await import('./commands/plan.ts')).plan(prompt, options))

  program
    .command('run')
    .description('execute a plan from a file, or from standard input with -')
    .argument('<file>', 'Plan JSON')
    .option('--cwd <dir>', 'where tools run and relative paths start', process.cwd())
    .addOption(
      new Option('--allow <dir>', 'another folder that tools may lie in').argParser(collect).default([], 'none'),
    )
    .option('--state <file>', 'session state to start from; it is only read')
    .addOption(new Option('--timeout <ms>', 'time limit of one attempt').argParser(positiveInteger))
    .addOption(new Option('--plan-timeout <ms>', 'time limit of the plan').argParser(positiveInteger))
    .addOption(new Option('--max-concurrency <n>', 'most processes at once').argParser(positiveInteger))
    .addOption(new Option('--json', 'print the result as one JSON document').conflicts('ndjson'))
    .option('--ndjson', 'print every event as it happens, one per line')
    .option('--graph', 'print plan and result as a Mermaid graph')
    .action(async (file, options) => (await import('./commands/run.ts')).run(file, options))

  addSkillsCommands(program)
  declareSessions(program)
  addModelCommands(program)
  program
    .command('doctor')
    .description('check what works here, what is missing, and what to do')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./commands/skills.ts')).listSkills(options))
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options))
  program
    .command('completion')
    .description('print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      '\nExamples:\n  narratoria completion bash >> ~/.bashrc\n  narratoria completion fish > ~/.config/fish/completions/narratoria.fish',
    )
    .action(async (shell) => (await import('./commands/completion.ts')).completion(shell, program))
  addToolCommands(program)
  addStoryCommands(program)
  return program
}

function addModelCommands(program: Command): void {
  const models = program.command('models').description('local language models; nothing is fetched unasked')
  const load = () => import('./commands/models.ts')
  models
    .command('list')
    .description('list the models that are here, and those that are recommended')
    .option('--json', 'print JSON')
    .action(async (options) => (await load()).listModels(options))
  models
    .command('pull <source>')
    .description('fetch a model: a recommended name, hf:owner/repository/file.gguf, an address or a path')
    .option('--name <name>', 'its name here')
    .option('--sha256 <hash>', 'what the file must hash to')
    .addHelpText(
      'after',
      '\nExamples:\n  narratoria models pull qwen2.5-0.5b\n  narratoria models pull ./my-model.gguf --name mine',
    )
    .action(async (source, options) => (await load()).pullModel(source, options))
  models
    .command('use <name>')
    .description('plan with this model from now on')
    .action(async (name) => (await load()).useModel(name))
  models
    .command('remove <name>')
    .description('delete a model')
    .action(async (name) => (await load()).removeModel(name))
  program
    .command('eval')
    .description('judge a planner')
    .command('planner')
    .description('plan the public evaluation set and say how much of it was planned right')
    .addOption(new Option('--planner <name>', 'which one').choices(['stub', 'llama']).default('stub'))
    .addOption(modelOption())
    .option('--failures', 'list what went wrong in the half that may be looked at')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./commands/eval.ts')).evalPlanner(options))
}

function addSkillsCommands(program: Command): void {
  const skills = program.command('skills').description('the skills that a story can use, and their settings')
  const command = (usage: string, description: string) =>
    skills.command(usage).description(description).addOption(skillsOption()).addOption(noShippedOption())
  const load = () => import('./commands/skills.ts')
  const loadConfig = () => import('./commands/skills-config.ts')

  command('list', 'list every skill that was found')
    .option('--json', 'print JSON')
    .action(async (options) => (await load()).listSkills(options))
  command('show <name>', 'show everything about one skill')
    .option('--json', 'print JSON')
    .action(async (name, options) => (await load()).showSkill(name, options))
  command('check <folders...>', 'check skill folders strictly and tell everything that is wrong')
    .option('--json', 'print JSON')
    .action(async (folders, options) => (await load()).checkSkills(folders, options))
  for (const verb of ['enable', 'disable'] as const)
    command(`${verb} <names...>`, `${verb} skills; kept until you change it`).action(async (names, options) =>
      (await load()).switchSkills(names, verb === 'enable', options),
    )
  command('config <name> [action] [key] [value]', "ask for a skill's settings, or get, set or unset one")
    .option('--json', 'with get: print JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  narratoria skills config storyteller\n  narratoria skills config storyteller get style\n  narratoria skills config storyteller set style terse\n  narratoria skills config storyteller set apiKey    (asks, and shows nothing)\n  narratoria skills config storyteller unset style',
    )
    .action(async (name, action, key, value, options) =>
      (await loadConfig()).runConfig(name, { action, key, value }, options),
    )
}

/** Runs the command line; everything that goes wrong ends in a message and an exit code. */
async function main(argv: string[]): Promise<void> {
  // A reader that stops early (`narratoria … | head`) is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.success)
    throw error
  })
  try {
    await buildProgram().parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? exitCodes.success : exitCodes.refused
    } else if (error instanceof UsageError) {
      process.stderr.write(`narratoria: ${error.message}\n`)
      process.exitCode = exitCodes.refused
    } else {
      process.stderr.write(`narratoria: ${describeFailure(error)}
`)
      process.exitCode = exitCodes.failure
    }
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return (process.env.NARRATORIA_DEBUG && error.stack) || error.message
}

await main(process.argv)
