import { Argument, Command, CommanderError, Option } from 'commander'
import { declareSessions } from './commands/sessions-program.ts'
import { examples, helpOutput } from './help-output.ts'
import { addModelCommands } from './commands/model-commands.ts'
import { modelOption, noShippedOption, plannerOption, skillsOption } from './commands/shared-options.ts'
import { addSkillsCommands } from './commands/skill-commands.ts'
import { UsageError, exitCodes } from './exit-codes.ts'
import { addStoryCommands } from './commands/story-options.ts'
import { addToolCommands } from './commands/tool-commands.ts'
import { collect, portNumber, positiveInteger } from './option-values.ts'

/** Put in when the program is built. */
const version = process.env.NARRATORIA_CLI_VERSION ?? '0.0.0'

function buildProgram(): Command {
  const program = new Command('narratoria')
    .description('Interactive stories in the terminal.')
    .version(version)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(helpOutput())
    .addHelpText('after', examples('play', 'play --session castle', 'sessions list', 'help play'))
    .hook('preAction', endQuietly)

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
      examples(
        'play',
        'play --new --title "The Tower" --premise "It rains on the last lighthouse."',
        'play --session castle',
        'play --prompt "I light the torch and examine the door"',
      ),
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
    .addHelpText(
      'after',
      examples('plan "I light the torch"', 'plan "I examine the door" --graph --disable storyteller'),
    )
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
    .addHelpText(
      'after',
      examples(
        'run plan.json',
        'run plan.json --state state.json --json',
        'plan "I light the torch" --json | narratoria run -',
      ),
    )
    .action(async (file, options) => (await import('./commands/run.ts')).run(file, options))

  program
    .command('serve')
    .description('play in the browser: serve the web app on this machine')
    .addOption(new Option('--port <n>', 'the port; 0 for any free one').argParser(portNumber).default(4747))
    .option('--host <address>', 'listen on another address than 127.0.0.1; it then needs a token')
    .option('--token <text>', 'the token for other addresses; a new one unless NARRATORIA_TOKEN or this names it')
    .addOption(plannerOption())
    .addOption(modelOption())
    .addOption(skillsOption())
    .addOption(noShippedOption())
    .addHelpText('after', examples('serve', 'serve --port 8080', 'serve --host 0.0.0.0'))
    .action(async (options) => (await import('./commands/serve.ts')).serve(options))

  addSkillsCommands(program)
  declareSessions(program)
  addModelCommands(program)
  program
    .command('doctor')
    .description('check what works here, what is missing, and what to do')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('doctor', 'doctor --json'))
    .action(async (options) => (await import('./commands/doctor.ts')).doctor(options))
  program
    .command('completion')
    .description('print a script that completes commands in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(['bash', 'zsh', 'fish']))
    .addHelpText(
      'after',
      examples('completion bash >> ~/.bashrc', 'completion fish > ~/.config/fish/completions/narratoria.fish'),
    )
    .action(async (shell) => (await import('./commands/completion.ts')).completion(shell, program))
  addToolCommands(program)
  addStoryCommands(program)
  return program
}

/** A reader that stops early (`narratoria … | head`) is no error. */
function endQuietly(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(exitCodes.success)
    throw error
  })
}

/** The command that is the default would take a word that is none for an argument too many of its own. */
function refuseUnknown(program: Command, first: string | undefined): void {
  if (first === undefined || first.startsWith('-') || first === 'help') return
  if (program.commands.some((command) => command.name() === first || command.aliases().includes(first))) return
  const said = /\s/.test(first) ? '; to say something in a story: narratoria play --prompt "…"' : ''
  program.error(`error: unknown command '${first}'${said}`)
}

/** Runs the command line; everything that goes wrong ends in a message and an exit code. */
async function main(argv: string[]): Promise<void> {
  try {
    const program = buildProgram()
    refuseUnknown(program, argv[2])
    await program.parseAsync(argv)
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
