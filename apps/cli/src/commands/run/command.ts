import { type ArgValues, argument, defineCommand, flag, number, text, textList } from '../../define-command.ts'

const args = {
  file: argument('a file with a plan as JSON, or - for standard input'),
  cwd: text('dir', 'the folder in which tools run and relative paths start; defaults to the current one'),
  allow: textList('dir', 'allow tools in this folder, too; can be repeated'),
  state: text('file', 'read the initial state from this file'),
  timeout: number('ms', 'time limit of one attempt'),
  planTimeout: number('ms', 'time limit of the plan'),
  maxConcurrency: number('n', 'how many tools may run at the same time'),
  json: flag('print the result as one JSON document', ['ndjson']),
  ndjson: flag('print each event when it happens, one per line'),
  graph: flag('print the plan and its result as a Mermaid graph'),
}

export type RunOptions = ArgValues<typeof args>

export const runCommand = defineCommand({
  name: 'run',
  description: 'run a plan',
  args,
  examples: [
    'run plan.json',
    'run plan.json --state state.json --json',
    'plan "I light the torch" --json | narratoria run -',
  ],
  run: async (options, io) => (await import('./run.ts')).runPlan(options, io),
})
