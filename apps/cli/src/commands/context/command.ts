import { type ArgValues, defineCommand, text } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const args = {
  session: text('story', 'the name, title or id of a story; defaults to the one played last'),
  json: jsonFlag,
}

export type ContextOptions = ArgValues<typeof args>

export const contextCommand = defineCommand({
  name: 'context',
  description: 'show what the narrating model was sent in the last turn',
  args,
  examples: ['context', 'context --session castle --json'],
  run: async (options, io) => (await import('./context.ts')).showContext(options, io),
})
