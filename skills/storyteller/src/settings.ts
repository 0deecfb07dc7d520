import type { PresetName } from '@narratoria/models/connections'
import type { JsonObject } from '@narratoria/protocol'

/** The tone of a model's prose. */
export type Style = 'terse' | 'vivid' | 'poetic'

/** Who narrates: `auto` and `host` the host's model, `template` none, or a server. */
export type Provider = 'auto' | 'host' | 'template' | PresetName

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  provider: Provider
  model: string
  apiKey: string
  baseUrl: string
  fallback: 'local' | 'template'
  ollamaUrl: string
  ollamaModel: string
  firstTokenSeconds: number
  betweenTokensSeconds: number
  style: Style
  maxWords: number
}

const providers: readonly unknown[] = [
  'auto',
  'host',
  'template',
  'openai',
  'anthropic',
  'ollama',
  'llamacpp',
  'lmstudio',
  'koboldcpp',
  'vllm',
  'openrouter',
  'custom',
]

/** Reads the settings. Missing and invalid ones get their defaults. */
export function readSettings(config: JsonObject): Settings {
  const text = (value: unknown, otherwise = '') =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise
  const number = (value: unknown, [least, most]: [number, number]) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : undefined
  return {
    provider: readProvider(config.provider),
    model: text(config.model),
    apiKey: text(config.apiKey),
    baseUrl: text(config.baseUrl),
    fallback: config.fallback === 'template' ? 'template' : 'local',
    ollamaUrl: text(config.ollamaUrl, 'http://127.0.0.1:11434'),
    ollamaModel: text(config.ollamaModel),
    firstTokenSeconds: number(config.firstTokenSeconds, [1, 3_600]) ?? 60,
    betweenTokensSeconds: number(config.betweenTokensSeconds, [1, 3_600]) ?? 20,
    style: config.style === 'terse' || config.style === 'poetic' ? config.style : 'vivid',
    maxWords: number(config.maxWords, [20, 1000]) ?? 150,
  }
}

// `claude` is the name that this setting had for Anthropic's models.
function readProvider(value: unknown): Provider {
  if (value === 'claude') return 'anthropic'
  return providers.includes(value) ? (value as Provider) : 'auto'
}
