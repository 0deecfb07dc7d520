import { type ArgValues, argument, defineCommand, flag, textList } from '../../define-command.ts'
import { hostArgs } from '../common-args.ts'

const args = {
  prompt: argument('what the player says'),
  ...hostArgs,
  disable: textList('skill', 'plan without this skill; can be repeated'),
  json: flag('print the plan as JSON'),
  graph: flag('print the plan as a Mermaid graph'),
}

export type PlanOptions = ArgValues<typeof args>

export const planCommand = defineCommand({
  name: 'plan',
  description: 'show the plan for a prompt without running it',
  args,
  examples: ['plan "I light the torch"', 'plan "I examine the door" --graph --disable storyteller'],
  run: async (options, io) => (await import('./plan.ts')).plan(options, io),
})
