import type { TSchema } from 'typebox'
import { longestTimerMs } from '../wire/patience.ts'
import { presets } from './presets.ts'

const text = { type: 'string', minLength: 1 }
const limitMs = { type: 'integer', minimum: 1, maximum: longestTimerMs }
const measured = { type: 'number', minimum: 0 }

/** The schema of settings that replace those of requests. People edit them. */
export const samplingSchema: TSchema = {
  type: 'object',
  properties: {
    temperature: { type: 'number', minimum: 0, maximum: 2 },
    topP: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
    maxTokens: { type: 'integer', minimum: 1 },
    stop: { type: 'array', items: text },
    systemPrompt: text,
  },
}

/** The schema of a stored connection. People edit its settings. */
export const connectionSchema: TSchema = {
  type: 'object',
  required: ['name', 'provider', 'baseUrl', 'model', 'structured'],
  properties: {
    name: text,
    provider: { enum: Object.keys(presets) },
    baseUrl: text,
    model: text,
    apiKeyEnv: text,
    structured: { enum: ['schema', 'flat', 'prompt'] },
    contextTokens: { type: 'integer', minimum: 1 },
    firstTokenMs: measured,
    tokensPerSecond: measured,
    patience: { type: 'object', properties: { firstTokenMs: limitMs, betweenTokensMs: limitMs } },
    sampling: samplingSchema,
  },
}
