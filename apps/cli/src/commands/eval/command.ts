import { type ArgValues, choice, defineCommand, flag, number } from '../../define-command.ts'
import { jsonFlag, modelArg } from '../common-args.ts'

const args = {
  planner: choice('name', ['stub', 'llama'], 'the planner', 'stub'),
  model: modelArg,
  first: number('n', 'plan only n prompts, spread evenly over the set'),
  failures: flag('list the failures of the tuned half'),
  json: jsonFlag,
}

export type EvalOptions = ArgValues<typeof args>

export const evalCommand = defineCommand({
  name: 'eval',
  description: 'evaluate a planner',
  examples: ['eval planner'],
  commands: [
    defineCommand({
      name: 'planner',
      description: 'plan the public evaluation set and report how many plans are right',
      args,
      examples: ['eval planner', 'eval planner --planner llama --failures'],
      run: async (options, io) => (await import('./planner.ts')).evalPlanner(options, io),
    }),
  ],
})
