import { argument, type ArgValues, defineCommand, optionalArgument, text, textList } from '../../define-command.ts'
import { jsonFlag } from '../common-args.ts'

const pullArgs = {
  source: argument('a recommended name, hf:owner/repository/file.gguf, a URL or a path'),
  name: text('name', 'the name in the store'),
  sha256: text('hash', 'the expected SHA-256 hash of the file'),
}
const nameArgs = { name: argument('the name in the store') }
const connectionArgs = { name: argument('the name of the connection') }
const roleArg = text('roles', 'planner, narrator, writer, or several with commas; defaults to all')
const connectArgs = {
  target: optionalArgument('a preset (openai, anthropic, ollama, llamacpp, …) or an address'),
  model: text('id', "the server's name of the model; defaults to its only one"),
  name: text('name', "the name of the connection; defaults to the preset's"),
  apiKeyEnv: text('variable', 'the environment variable with the key'),
  for: roleArg,
  json: jsonFlag,
}
const testArgs = { ...connectionArgs, json: jsonFlag }
const useArgs = {
  name: argument('a connection, or a local model in the store'),
  for: roleArg,
  temperature: text('number', 'randomness of the answers, from 0 to 2'),
  topP: text('number', 'share of the likeliest tokens to choose from, above 0 and at most 1'),
  maxTokens: text('number', 'most tokens of a text'),
  stop: textList('text', 'a text that ends an answer; can be repeated'),
  systemPrompt: text('text', 'instructions that are added to every request'),
}

export type ListOptions = { json: true | undefined }
export type PullOptions = ArgValues<typeof pullArgs>
export type NameOptions = ArgValues<typeof nameArgs>
export type ConnectOptions = ArgValues<typeof connectArgs>
export type TestOptions = ArgValues<typeof testArgs>
export type UseOptions = ArgValues<typeof useArgs>

export const modelsCommand = defineCommand({
  name: 'models',
  description: 'manage language models',
  examples: ['models connect ollama', 'models list', 'models pull qwen2.5-0.5b'],
  commands: [
    defineCommand({
      name: 'connect',
      description: 'plan, narrate and write with a model of a server',
      args: connectArgs,
      examples: [
        'models connect',
        'models connect ollama --model llama3.2',
        'models connect openai --model gpt-5-mini --for planner',
        'models connect http://127.0.0.1:8080 --name home',
      ],
      run: async (options, io) => (await import('./connect.ts')).connect(options, io),
    }),
    defineCommand({
      name: 'test',
      description: 'test a connection and measure it again',
      args: testArgs,
      examples: ['models test ollama'],
      run: async (options, io) => (await import('./connect.ts')).testConnection(options, io),
    }),
    defineCommand({
      name: 'disconnect',
      description: 'forget a connection',
      args: connectionArgs,
      examples: ['models disconnect ollama'],
      run: async (options, io) => (await import('./connect.ts')).disconnect(options, io),
    }),
    defineCommand({
      name: 'list',
      description: 'list connections, stored and recommended models',
      args: { json: jsonFlag },
      examples: ['models list', 'models list --json'],
      run: async (options, io) => (await import('./models.ts')).listModels(options, io),
    }),
    defineCommand({
      name: 'pull',
      description: 'download a model',
      args: pullArgs,
      examples: ['models pull qwen2.5-0.5b', 'models pull ./my-model.gguf --name mine'],
      run: async (options, io) => (await import('./models.ts')).pullModel(options, io),
    }),
    defineCommand({
      name: 'use',
      description: 'use this connection or local model from now on',
      args: useArgs,
      examples: [
        'models use qwen2.5-0.5b',
        'models use ollama --for narrator',
        'models use ollama --for narrator --temperature 0.9 --system-prompt "Write like a sea captain."',
      ],
      run: async (options, io) => (await import('./models.ts')).useModel(options, io),
    }),
    defineCommand({
      name: 'remove',
      description: 'delete a local model',
      args: nameArgs,
      examples: ['models remove qwen2.5-0.5b'],
      run: async (options, io) => (await import('./models.ts')).removeModel(options, io),
    }),
  ],
})
