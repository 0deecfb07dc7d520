import { argument, type ArgValues, defineCommand, text } from '../define-command.ts'
import { jsonFlag } from './shared-args.ts'

const pullArgs = {
  source: argument('a recommended name, hf:owner/repository/file.gguf, a URL or a path'),
  name: text('name', 'the name in the store'),
  sha256: text('hash', 'the expected SHA-256 hash of the file'),
}
const nameArgs = { name: argument('the name in the store') }

export type ListOptions = { json: true | undefined }
export type PullOptions = ArgValues<typeof pullArgs>
export type NameOptions = ArgValues<typeof nameArgs>

export const modelsCommand = defineCommand({
  name: 'models',
  description: 'manage local language models',
  examples: ['models list', 'models pull qwen2.5-0.5b'],
  commands: [
    defineCommand({
      name: 'list',
      description: 'list stored and recommended models',
      args: { json: jsonFlag },
      examples: ['models list', 'models list --json'],
      run: async (options, io) => (await import('./models/models.ts')).listModels(options, io),
    }),
    defineCommand({
      name: 'pull',
      description: 'download a model',
      args: pullArgs,
      examples: ['models pull qwen2.5-0.5b', 'models pull ./my-model.gguf --name mine'],
      run: async (options, io) => (await import('./models/models.ts')).pullModel(options, io),
    }),
    defineCommand({
      name: 'use',
      description: 'plan with this model from now on',
      args: nameArgs,
      examples: ['models use qwen2.5-0.5b'],
      run: async (options, io) => (await import('./models/models.ts')).useModel(options, io),
    }),
    defineCommand({
      name: 'remove',
      description: 'delete a model',
      args: nameArgs,
      examples: ['models remove qwen2.5-0.5b'],
      run: async (options, io) => (await import('./models/models.ts')).removeModel(options, io),
    }),
  ],
})
