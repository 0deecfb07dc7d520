import { type ArgValues, choice, defineCommand, flag, number, portNumber, text } from '../../define-command.ts'
import { hostArgs } from '../common-args.ts'

const args = {
  port: number('n', 'the port; 0 for any free one', { parse: portNumber, default: 4747 }),
  host: text('address', 'listen on this address instead of 127.0.0.1; requires a token'),
  token: text(
    'text',
    'the token for other addresses; defaults to NARRATORIA_TOKEN, or one that is kept in the home folder',
  ),
  store: text('address', 'play in a cluster: the address of its database, postgres://…; defaults to NARRATORIA_STORE'),
  shared: text('dir', 'in a cluster: the folder for files that every host and worker sees'),
  bucket: text('url', 'in a cluster: pass files of tools on through a bucket of S3 instead, https://host/bucket'),
  name: text('name', 'in a cluster: the name of this host; defaults to the name of the machine'),
  turns: number('n', 'in a cluster: how many turns this host plays at the same time (default: 4)'),
  lostTurns: choice(
    'how',
    ['report', 'replay'],
    'in a cluster: what happens to a turn that was asked for here if the host that plays it ends (default: "report")',
  ),
  healthPort: number('n', 'in a cluster: serve /health, /ready and /metrics on this port of 127.0.0.1', {
    parse: portNumber,
  }),
  share: flag('let other people into stories by invitation; requires a token'),
  ...hostArgs,
}

export type ServeOptions = ArgValues<typeof args>

export const serveCommand = defineCommand({
  name: 'serve',
  description: 'serve the web app, to play in a browser',
  args,
  examples: [
    'serve',
    'serve --port 8080',
    'serve --host 0.0.0.0',
    'serve --host 0.0.0.0 --share',
    'serve --store postgres://…',
  ],
  run: async (options, io) => (await import('./serve.ts')).serve(options, io),
})
