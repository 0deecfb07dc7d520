import { Command, CommanderError, type OutputConfiguration } from 'commander'
import { campaignCommand } from './commands/campaign/command.ts'
import { clusterCommand } from './commands/cluster/command.ts'
import { completionCommand } from './commands/completion/command.ts'
import { contextCommand } from './commands/context/command.ts'
import { doctorCommand } from './commands/doctor/command.ts'
import { evalCommand } from './commands/eval/command.ts'
import { importCommand } from './commands/import/command.ts'
import { loreCommand } from './commands/lore/command.ts'
import { mcpCommand } from './commands/mcp/command.ts'
import { modelsCommand } from './commands/models/command.ts'
import { planCommand } from './commands/plan/command.ts'
import { playCommand } from './commands/play/command.ts'
import { runCommand } from './commands/run/command.ts'
import { serveCommand } from './commands/serve/command.ts'
import { sessionsCommand } from './commands/sessions/command.ts'
import { skillsCommand } from './commands/skills/command.ts'
import { storyCommand } from './commands/story/command.ts'
import { skillCommand, toolCommand } from './commands/tool/command.ts'
import { workerCommand } from './commands/worker/command.ts'
import { addCommand, exampleText } from './define-command.ts'
import { UsageError, exitCodes } from './exit-codes.ts'
import type { Io } from './io.ts'
import { notify } from './terminal/print.ts'
import { cliVersion } from './version.ts'
import { printable } from '@narratoria/protocol/printable'

export type { Io } from './io.ts'
export { processIo } from './process-io.ts'

const commands = [
  playCommand,
  planCommand,
  runCommand,
  serveCommand,
  workerCommand,
  clusterCommand,
  skillsCommand,
  sessionsCommand,
  campaignCommand,
  importCommand,
  loreCommand,
  modelsCommand,
  mcpCommand,
  evalCommand,
  contextCommand,
  doctorCommand,
  completionCommand,
  toolCommand,
  skillCommand,
  storyCommand,
]

/**
 * Runs a command line without the name of the program. Returns its exit code; writes every error as a message to
 * standard error.
 */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const program = new Command('narratoria')
    .description('Interactive stories in the terminal.')
    .version(cliVersion)
    .exitOverride()
    .showHelpAfterError('(add --help for the options)')
    .configureHelp({ showGlobalOptions: true })
    .configureOutput(outputOf(io))
    .addHelpText('after', exampleText(['play', 'play --session castle', 'sessions list', 'help play']))
  let exitCode: number = exitCodes.success
  // Adding all of them takes longer than a short command.
  const named = commands.filter(({ name }) => name === argv[0] && name !== completionCommand.name)
  for (const command of named.length > 0 ? named : commands)
    addCommand(program, command, async (execute) => void (exitCode = (await execute(io, program)) ?? exitCode))
  try {
    rejectUnknownCommand(program, argv[0])
    await program.parseAsync(argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.success : exitCodes.refused
    notify(io, describeError(error, io))
    const isRefused = error instanceof UsageError || (error as { code?: unknown }).code === 'unknown_campaign'
    return isRefused ? exitCodes.refused : exitCodes.failure
  }
}

function outputOf(io: Io): OutputConfiguration {
  return {
    writeOut: (text) => (io.writeHelp ? io.writeHelp(text) : io.stdout.write(text)),
    writeErr: (text) => io.stderr.write(printable(text)),
    getOutHelpWidth: () => (io.writeHelp ? 100 : (io.stdout.columns ?? 100)),
    getErrHelpWidth: () => io.stderr.columns ?? 100,
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  }
}

/** Without this check, the default command would report an unknown command as an unexpected argument. */
function rejectUnknownCommand(program: Command, first: string | undefined): void {
  if (first === undefined || first.startsWith('-') || first === 'help') return
  if (program.commands.some((command) => command.name() === first)) return
  const hint = /\s/.test(first) ? '; to play a turn: narratoria play --prompt "…"' : ''
  program.error(`error: unknown command '${first}'${hint}`)
}

function describeError(error: unknown, { env }: Io): string {
  if (!(error instanceof Error)) return String(error)
  return (!(error instanceof UsageError) && env.NARRATORIA_DEBUG && error.stack) || error.message
}
