import { type ArgValues, defineCommand, flag, number, portNumber, text } from '../define-command.ts'
import { hostArgs } from './shared-args.ts'

const args = {
  port: number('n', 'the port; 0 for any free one', { parse: portNumber, default: 4747 }),
  host: text('address', 'listen on this address instead of 127.0.0.1; requires a token'),
  token: text(
    'text',
    'the token for other addresses; defaults to NARRATORIA_TOKEN, or one that is kept in the home folder',
  ),
  share: flag('let other people into stories by invitation; requires a token'),
  ...hostArgs,
}

export type ServeOptions = ArgValues<typeof args>

export const serveCommand = defineCommand({
  name: 'serve',
  description: 'serve the web app, to play in a browser',
  args,
  examples: ['serve', 'serve --port 8080', 'serve --host 0.0.0.0', 'serve --host 0.0.0.0 --share'],
  run: async (options, io) => (await import('./serve/serve.ts')).serve(options, io),
})
