import { type ArgValues, defineCommand, number, portNumber, text } from '../../define-command.ts'
import { skillArgs } from '../common-args.ts'

const args = {
  store: text('address', 'the database of the cluster; defaults to NARRATORIA_STORE'),
  concurrency: number('n', 'how many tools run at the same time', { default: 4 }),
  shared: text('dir', 'the folder for files that every host and worker sees'),
  bucket: text('url', 'pass files of tools on through a bucket of S3 instead, https://host/bucket'),
  name: text('name', 'its name in the cluster; defaults to the name of the machine'),
  healthPort: number('n', 'serve /health, /ready and /metrics on this port of 127.0.0.1', { parse: portNumber }),
  ...skillArgs,
}

export type WorkerOptions = ArgValues<typeof args>

export const workerCommand = defineCommand({
  name: 'worker',
  description: 'run the tools of skills for the hosts of a cluster',
  args,
  examples: ['worker --store postgres://…', 'worker --store postgres://… --skills ./skills --concurrency 8'],
  run: async (options, io) => (await import('./worker.ts')).clusterWorker(options, io),
})
