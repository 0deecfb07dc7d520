import { type Command, Option } from 'commander'
import { modelOption } from './shared-options.ts'
import { positiveInteger } from '../option-values.ts'
import { examples } from '../help-output.ts'

/** Declares `models …` and `eval planner`. */
export function addModelCommands(program: Command): void {
  const models = program
    .command('models')
    .description('local language models; nothing is fetched unasked')
    .addHelpText('after', examples('models list', 'models pull qwen2.5-0.5b'))
  const load = () => import('./models.ts')
  models
    .command('list')
    .description('list the models that are here, and those that are recommended')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('models list', 'models list --json'))
    .action(async (options) => (await load()).listModels(options))
  models
    .command('pull <source>')
    .description('fetch a model: a recommended name, hf:owner/repository/file.gguf, an address or a path')
    .option('--name <name>', 'its name here')
    .option('--sha256 <hash>', 'what the file must hash to')
    .addHelpText('after', examples('models pull qwen2.5-0.5b', 'models pull ./my-model.gguf --name mine'))
    .action(async (source, options) => (await load()).pullModel(source, options))
  models
    .command('use <name>')
    .description('plan with this model from now on')
    .addHelpText('after', examples('models use qwen2.5-0.5b'))
    .action(async (name) => (await load()).useModel(name))
  models
    .command('remove <name>')
    .description('delete a model')
    .addHelpText('after', examples('models remove qwen2.5-0.5b'))
    .action(async (name) => (await load()).removeModel(name))
  program
    .command('eval')
    .description('judge a planner')
    .addHelpText('after', examples('eval planner'))
    .command('planner')
    .description('plan the public evaluation set and say how much of it was planned right')
    .addOption(new Option('--planner <name>', 'which one').choices(['stub', 'llama']).default('stub'))
    .addOption(modelOption())
    .option('--first <n>', 'only n of the prompts, spread evenly over the set', positiveInteger)
    .option('--failures', 'list what went wrong in the half that may be looked at')
    .option('--json', 'print JSON')
    .addHelpText('after', examples('eval planner', 'eval planner --planner llama --failures'))
    .action(async (options) => (await import('./eval.ts')).evalPlanner(options))
}
