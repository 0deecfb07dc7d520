import { type Command, Option } from 'commander'
import { positiveInteger } from '../option-values.ts'
import { examples } from '../help-output.ts'

const languages = ['ts', 'js', 'python', 'sh']

/** Adds `tool check`, `tool new` and `skill new`. */
export function addToolCommands(program: Command): void {
  const tool = program
    .command('tool')
    .description('check and write tools')
    .addHelpText('after', examples('tool check ./my-tool.mjs', 'tool new lantern'))
  tool
    .command('check')
    .description('run a tool as a host would and report every breach of the protocol')
    .argument('<executable>', 'the tool, or a folder with a skill.json')
    .option('--input <json>', 'the input of its request', '{}')
    .option('--json', 'print {ok, problems, warnings} as one JSON document')
    .option('--record <file>', 'keep the transcript of the run, in the form of the conformance kit')
    .option('--once', 'run it once, without the runs with broken requests')
    .addOption(new Option('--timeout <ms>', 'time limit of one run').argParser(positiveInteger))
    .option('--watch', 'check again whenever the tool changes')
    .addHelpText(
      'after',
      examples('tool check ./my-tool.mjs --input \'{"sides":6}\'', 'tool check ./skills/lantern --watch'),
    )
    .action(async (path, options) => (await import('./tool-check.ts')).checkTools(path, options))
  tool
    .command('new')
    .description('write a working tool: into a skill when its folder is the current one, else as a skill of its own')
    .argument('<name>')
    .addOption(new Option('--lang <language>', 'what it is written in').choices(languages).default('ts'))
    .option('--dir <folder>', 'where; a skill of its own goes to ./skills unless told')
    .addHelpText('after', examples('tool new lantern', 'tool new lantern --lang python'))
    .action(async (name, options) => (await import('./scaffold.ts')).newTool(name, options))

  program
    .command('skill')
    .description('write skills; `skills` has those that are there')
    .addHelpText('after', examples('skill new lantern'))
    .command('new')
    .description('write a working skill')
    .argument('<name>')
    .addOption(new Option('--lang <language>', 'what its tool is written in').choices(languages).default('js'))
    .option('--dir <folder>', 'the folder to put it in', 'skills')
    .addHelpText('after', examples('skill new lantern', 'skill new lantern --lang sh --dir ./my-skills'))
    .action(async (name, options) => (await import('./scaffold.ts')).newSkill(name, options))
}
