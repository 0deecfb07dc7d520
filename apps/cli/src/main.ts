import { Command, CommanderError, type OutputConfiguration } from 'commander'
import { campaignCommand } from './commands/campaign.ts'
import { clusterCommand } from './commands/cluster.ts'
import { completionCommand } from './commands/completion.ts'
import { contextCommand } from './commands/context.ts'
import { doctorCommand } from './commands/doctor.ts'
import { evalCommand } from './commands/eval.ts'
import { importCommand } from './commands/import.ts'
import { loreCommand } from './commands/lore.ts'
import { mcpCommand } from './commands/mcp.ts'
import { modelsCommand } from './commands/models.ts'
import { planCommand } from './commands/plan.ts'
import { playCommand } from './commands/play.ts'
import { runCommand } from './commands/run.ts'
import { serveCommand } from './commands/serve.ts'
import { sessionsCommand } from './commands/sessions.ts'
import { skillsCommand } from './commands/skills.ts'
import { storyCommand } from './commands/story.ts'
import { skillCommand, toolCommand } from './commands/tool.ts'
import { workerCommand } from './commands/worker.ts'
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
  for (const command of commands)
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
