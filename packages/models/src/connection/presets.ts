import type { JsonObject } from '@narratoria/protocol'
import type { Environment } from './environment.ts'
import { anthropicMessages } from '../wire/anthropic-messages.ts'
import { ollamaChat } from '../wire/ollama-chat.ts'
import { openAiChat } from '../wire/openai-chat.ts'
import type { Wire } from '../wire/wire.ts'

/** The name of a preset. */
export type PresetName =
  | 'openai'
  | 'anthropic'
  | 'ollama'
  | 'llamacpp'
  | 'lmstudio'
  | 'koboldcpp'
  | 'vllm'
  | 'openrouter'
  | 'custom'

/** What is known about a family of servers. */
export interface Preset {
  readonly name: PresetName
  readonly title: string
  readonly wire: Wire
  /** The usual address. `custom` has none. */
  readonly baseUrl?: string
  /** The usual variable of the key. Servers without one require no key. */
  readonly apiKeyEnv?: string
  readonly maxTokensField?: 'max_completion_tokens'
  readonly schemaFields?: JsonObject
}

/** The presets, by name. */
export const presets: Readonly<Record<PresetName, Preset>> = {
  openai: {
    name: 'openai',
    title: 'OpenAI',
    wire: openAiChat,
    baseUrl: 'https://api.openai.com/v1',
    apiKeyEnv: 'OPENAI_API_KEY',
    maxTokensField: 'max_completion_tokens',
  },
  anthropic: {
    name: 'anthropic',
    title: 'Anthropic',
    wire: anthropicMessages,
    baseUrl: 'https://api.anthropic.com',
    apiKeyEnv: 'ANTHROPIC_API_KEY',
  },
  ollama: { name: 'ollama', title: 'Ollama', wire: ollamaChat, baseUrl: 'http://127.0.0.1:11434' },
  llamacpp: { name: 'llamacpp', title: 'llama.cpp', wire: openAiChat, baseUrl: 'http://127.0.0.1:8080/v1' },
  lmstudio: { name: 'lmstudio', title: 'LM Studio', wire: openAiChat, baseUrl: 'http://127.0.0.1:1234/v1' },
  koboldcpp: { name: 'koboldcpp', title: 'KoboldCpp', wire: openAiChat, baseUrl: 'http://127.0.0.1:5001/v1' },
  vllm: { name: 'vllm', title: 'vLLM', wire: openAiChat, baseUrl: 'http://127.0.0.1:8000/v1' },
  openrouter: {
    name: 'openrouter',
    title: 'OpenRouter',
    wire: openAiChat,
    baseUrl: 'https://openrouter.ai/api/v1',
    apiKeyEnv: 'OPENROUTER_API_KEY',
    // Otherwise a provider that ignores the schema may be chosen.
    schemaFields: { provider: { require_parameters: true } },
  },
  custom: { name: 'custom', title: 'OpenAI-compatible server', wire: openAiChat },
}

/** The usual address of a preset. Ollama's own variable `OLLAMA_HOST` changes it. */
export function usualAddress({ name, baseUrl }: Preset, env: Environment): string | undefined {
  const host = name === 'ollama' ? env.OLLAMA_HOST?.trim() : undefined
  if (!host) return baseUrl
  const hasScheme = /^https?:\/\//.test(host)
  const address = hasScheme ? host : `http://${host}`
  if (!URL.canParse(address)) return baseUrl
  const url = new URL(address)
  // A server that listens on all addresses is on this one too.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  if (!hasScheme && url.port === '') url.port = '11434'
  return url.origin
}

export function isPresetName(name: string): name is PresetName {
  return Object.hasOwn(presets, name)
}
