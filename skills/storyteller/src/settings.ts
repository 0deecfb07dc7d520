import type { JsonObject } from '@narratoria/protocol'

/** The tone of a model's prose. */
export type Style = 'terse' | 'vivid' | 'poetic'

/** The sources of prose. */
export type ProviderName = 'host' | 'ollama' | 'openai' | 'claude' | 'template'

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  provider: ProviderName | 'auto'
  model: string
  apiKey: string
  baseUrl: string
  fallback: 'local' | 'template'
  ollamaUrl: string
  ollamaModel: string
  timeoutSeconds: number
  style: Style
  maxWords: number
}

const providers: readonly unknown[] = ['auto', 'host', 'ollama', 'openai', 'claude', 'template']

/** Reads the settings. Missing and invalid ones get their defaults. */
export function readSettings(config: JsonObject): Settings {
  const text = (value: unknown, otherwise = '') =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise
  const number = (value: unknown, otherwise: number, [least, most]: [number, number]) =>
    typeof value === 'number' && Number.isFinite(value) ? Math.max(least, Math.min(most, value)) : otherwise
  return {
    provider: providers.includes(config.provider) ? (config.provider as Settings['provider']) : 'auto',
    model: text(config.model),
    apiKey: text(config.apiKey),
    baseUrl: text(config.baseUrl),
    fallback: config.fallback === 'template' ? 'template' : 'local',
    ollamaUrl: text(config.ollamaUrl, 'http://127.0.0.1:11434'),
    ollamaModel: text(config.ollamaModel),
    timeoutSeconds: number(config.timeoutSeconds, 10, [1, 10]),
    style: config.style === 'terse' || config.style === 'poetic' ? config.style : 'vivid',
    maxWords: number(config.maxWords, 150, [20, 1000]),
  }
}
