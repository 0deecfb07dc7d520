import { type Command, Option } from 'commander'
import { examples } from '../help-output.ts'
import { positiveInteger } from '../option-values.ts'

const json = 'print JSON'
const story = 'a story by name or id; the one played last unless told'

/** Declares `narratoria sessions …`; what a command does is loaded when it runs. */
export function declareSessions(program: Command): void {
  const sessions = program
    .command('sessions')
    .description('the stories that are stored')
    .addHelpText('after', examples('sessions list', 'sessions show castle'))
  sessions
    .command('list')
    .description('list every story, the one played last first')
    .option('--json', json)
    .addHelpText('after', examples('sessions list', 'sessions list --json'))
    .action(async (options) => (await import('./sessions.ts')).listSessions(options))
  sessions
    .command('show')
    .description('show a story')
    .argument('[story]', story)
    .option('--json', 'print JSON: every turn on every branch')
    .addHelpText('after', examples('sessions show castle', 'sessions show castle --json'))
    .action(async (id, options) => (await import('./sessions.ts')).showSession(id, options))
  for (const direction of ['undo', 'redo'] as const)
    sessions
      .command(direction)
      .description(direction === 'undo' ? 'go back to before the last turn' : 'take an undo back')
      .argument('[story]', story)
      .addOption(new Option('--steps <n>', 'how many turns').argParser(positiveInteger).default(1))
      .option('--json', json)
      .addHelpText('after', examples(`sessions ${direction}`, `sessions ${direction} castle --steps 2`))
      .action(async (id, options) => (await import('./sessions.ts')).moveSession(direction, id, options))
  sessions
    .command('branch')
    .description('list the branches of a story, or go to a turn, so that the next one begins a branch')
    .argument('<story>', 'a story by name or id')
    .argument('[turn]', 'a turn by number, label or id')
    .option('--label <name>', 'name the turn')
    .option('--json', json)
    .addHelpText('after', examples('sessions branch castle', 'sessions branch castle 7 --label "before the gate"'))
    .action(async (id, turn, options) => (await import('./sessions.ts')).branchSession(id, turn, options))
  sessions
    .command('export')
    .description('write a story for readers, or whole as JSON')
    .argument('[story]', story)
    .addOption(new Option('--format <name>', 'what to write').choices(['markdown', 'html', 'json']))
    .option('--output <file>', 'where to; standard output unless told. Its ending tells the format')
    .option('--with-data', 'let what skills remember go along (JSON alone)')
    .addHelpText(
      'after',
      examples(
        'sessions export castle --output castle.html',
        'sessions export castle --with-data --output castle.json',
      ),
    )
    .action(async (id, options) => (await import('./sessions.ts')).exportToFile(id, options))
  sessions
    .command('import')
    .description('store a story that was exported as JSON')
    .argument('<file>', 'the JSON document, or - for standard input')
    .option('--name <name>', 'what to call it')
    .option('--json', json)
    .addHelpText(
      'after',
      examples('sessions import castle.json', 'sessions import castle.json --name "the castle again"'),
    )
    .action(async (file, options) => (await import('./sessions.ts')).importFromFile(file, options))
  sessions
    .command('replay')
    .description('tell a story again from its record, every turn on every branch; no tool runs')
    .argument('[story]', story)
    .addOption(new Option('--turn <turn>', 'this turn alone, by number, label or id').conflicts('line'))
    .option('--line', 'the line alone that is being played')
    .option('--json', json)
    .addHelpText(
      'after',
      examples('sessions replay castle', 'sessions replay castle --line', 'sessions replay castle --turn 7'),
    )
    .action(async (id, options) => (await import('./sessions.ts')).replaySession(id, options))
  sessions
    .command('why')
    .description('say which turn, plan and tool wrote a key of the state')
    .argument('<key>', 'names with dots between them, or a JSON Pointer')
    .argument('[story]', story)
    .option('--session <story>', story)
    .option('--json', json)
    .addHelpText('after', examples('sessions why inventory.torch', 'sessions why /inventory/torch castle'))
    .action(async (key, id, options) => (await import('./sessions.ts')).explainKey(key, id, options))
}
