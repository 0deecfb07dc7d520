import type { JsonObject } from '@narratoria/protocol'

/** The settings of config-schema.json, with their defaults. */
export interface Settings {
  provider: 'none' | 'openai' | 'automatic1111' | 'comfyui'
  baseUrl: string
  apiKey: string
  model: string
  workflow: string
  style: string
  width: number
  height: number
  silhouettes: boolean
}

const usualUrls = {
  none: '',
  openai: 'https://api.openai.com/v1',
  automatic1111: 'http://127.0.0.1:7860',
  comfyui: 'http://127.0.0.1:8188',
}

/** Reads the settings. Missing and invalid ones get their defaults. */
export function readSettings(config: JsonObject): Settings {
  const text = (value: unknown, otherwise = '') => (typeof value === 'string' ? value.trim() : otherwise)
  const pixels = (value: unknown, otherwise: number) =>
    typeof value === 'number' && Number.isInteger(value) ? Math.max(64, Math.min(2048, value)) : otherwise
  const { provider } = config
  const known = provider === 'openai' || provider === 'automatic1111' || provider === 'comfyui' ? provider : 'none'
  return {
    provider: known,
    baseUrl: (text(config.baseUrl) || usualUrls[known]).replace(/\/+$/, ''),
    apiKey: text(config.apiKey),
    model: text(config.model),
    workflow: text(config.workflow),
    style: text(config.style, 'painted portrait, head and shoulders, plain background, soft light'),
    width: pixels(config.width, 512),
    height: pixels(config.height, 640),
    silhouettes: config.silhouettes !== false,
  }
}
