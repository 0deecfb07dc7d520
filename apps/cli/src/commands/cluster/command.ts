import { argument, type ArgValues, defineCommand, number, portNumber, text } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const store = text('address', 'the database: postgres://USER:PASSWORD@HOST:PORT/NAME; defaults to NARRATORIA_STORE')
const upArgs = { port: number('n', 'the port of the database', { parse: portNumber, default: 5433 }) }
const statusArgs = { store, json: jsonFlag }
const drainArgs = { name: argument('the name or id of a host or worker'), store }

export type UpOptions = ArgValues<typeof upArgs>
export type StatusOptions = ArgValues<typeof statusArgs>
export type DrainOptions = ArgValues<typeof drainArgs>

export const clusterCommand = defineCommand({
  name: 'cluster',
  description: 'play the same stories on many machines',
  examples: ['cluster up', 'serve --store postgres://…', 'worker --store postgres://…', 'cluster status'],
  commands: [
    defineCommand({
      name: 'up',
      description: 'run a database on this machine, to try a cluster out',
      args: upArgs,
      examples: ['cluster up', 'cluster up --port 5500'],
      run: async (options, io) => (await import('./up.ts')).clusterUp(options, io),
    }),
    defineCommand({
      name: 'status',
      description: 'show hosts, workers and queues',
      args: statusArgs,
      examples: ['cluster status --store postgres://…', 'cluster status --json'],
      run: async (options, io) => (await import('./status.ts')).clusterStatus(options, io),
    }),
    defineCommand({
      name: 'drain',
      description: 'let a host or worker end what it works on and take nothing more',
      args: drainArgs,
      examples: ['cluster drain machine-2:4711'],
      run: async (options, io) => (await import('./status.ts')).clusterDrain(options, io),
    }),
  ],
})
